// The Content-Security-Policy of the app, and of pages made like it.

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "style-src": "'self'",
  // Requests to other hosts, and pictures from there, go by public/outside.html.
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "font-src": "'self'",
  "frame-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "base-uri": "'none'",
  // Amazon Mechanical Turk takes submissions as forms.
  "form-action": "https://www.mturk.com https://workersandbox.mturk.com",
  // No text becomes code. The policies are those of public/register-service-worker.js, public/tokenizer.js and public/commands.js, since
  // Chromium takes the address of a worker for a script's: each gives one address, whatever it is asked for.
  "require-trusted-types-for": "'script'",
  "trusted-types": "spanwise-worker spanwise-tokenizer spanwise-commands",
};

/** What pages may reach that have no public/outside.html beside them: `img-src` and `connect-src` of a file on disk. */
export const OUTSIDE = {
  "img-src": "'self' data: https:",
  "connect-src": "'self' https: http://127.0.0.1:* http://localhost:*",
};

/** The policy as an attribute takes it, with some directives other than the app's; `undefined` leaves one out. */
export function policy(others = {}) {
  const directives = Object.entries({ ...POLICY, ...others }).filter(([, sources]) => sources !== undefined);
  return directives.map(([name, sources]) => `${name} ${sources}`).join("; ");
}
