// A reporter for node's test runner: the files in which a journey failed, one a line.
export default async function* failedFiles(events) {
  const seen = new Set();
  for await (const { type, data } of events) {
    const file = data.file ?? data.name;
    if (type !== "test:fail" || seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
