// WebAssembly files, as far as shorter names of imports need them.

/** The kind of the section of imports. */
export const IMPORTS = 2;

/** The numbers and texts of a file, one after another. */
class Reading {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let [value, shift, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte & 0x7f) * shift;
      shift *= 0x80;
    } while (byte & 0x80);
    return value;
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Bytes behind their length. */
  block() {
    return this.take(this.number());
  }

  limits() {
    const hasMaximum = this.byte() & 1;
    this.number();
    if (hasMaximum) this.number();
  }
}

/** A number as such files write it. */
export function number(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return Buffer.from(bytes);
}

/** Bytes behind their length. */
export const block = (bytes) => Buffer.concat([number(bytes.length), Buffer.from(bytes)]);

/** The sections of a file: their kinds and bytes. */
export function sections(wasm) {
  const reading = new Reading(wasm, 8);
  const found = [];
  while (reading.at < wasm.length) found.push({ kind: reading.byte(), bytes: reading.block() });
  return found;
}

/** A file of these sections. */
export function file(sections) {
  const head = Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
  return Buffer.concat([head, ...sections.flatMap(({ kind, bytes }) => [number(kind), block(bytes)])]);
}

/** What a section of imports holds: module and name, and what is imported, as bytes. */
export function imports(bytes) {
  const reading = new Reading(bytes);
  return Array.from({ length: reading.number() }, () => {
    const [module, name] = [reading.block().toString(), reading.block().toString()];
    const start = reading.at;
    const kind = reading.byte();
    if (kind === 0) reading.number();
    else if (kind === 1) [reading.byte(), reading.limits()];
    else if (kind === 2) reading.limits();
    else if (kind === 3) reading.take(2);
    else throw new Error(`an import of the unknown kind ${kind}`);
    return { module, name, what: bytes.subarray(start, reading.at) };
  });
}
