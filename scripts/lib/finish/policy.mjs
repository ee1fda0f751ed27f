// The Content-Security-Policy of the app, and of pages made like it.

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "style-src": "'self'",
  "img-src": "'self' data: blob: https:",
  "connect-src": "'self' https: http://127.0.0.1:* http://localhost:*",
  "font-src": "'self'",
  "frame-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "base-uri": "'none'",
  // Amazon Mechanical Turk takes submissions as forms.
  "form-action": "https://www.mturk.com https://workersandbox.mturk.com",
};

/** The policy as an attribute takes it, with some directives other than the app's; `undefined` leaves one out. */
export function policy(others = {}) {
  const directives = Object.entries({ ...POLICY, ...others }).filter(([, sources]) => sources !== undefined);
  return directives.map(([name, sources]) => `${name} ${sources}`).join("; ");
}

/** The policy must follow the charset, which has to be in the first 1024 bytes, and precede all else. */
export function withPolicy(html) {
  const charset = /<meta charset=[^>]*>/i;
  if (!charset.test(html)) throw new Error("index.html has no <meta charset> to put the policy after");
  return html.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${policy()}">`);
}
