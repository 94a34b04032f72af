import { createHash } from 'node:crypto'

/** A page's permissions beyond running and loading the shop's own resources. */
export type PagePolicy = {
  /** Origins besides the page's own that forms may submit to, redirects included. */
  formTargets: string[]
  /** Third-party origins for scripts, frames and connections; absent on most pages. */
  partners?: { scripts: string[]; frames: string[]; calls: string[] }
  /** Names of allowed Trusted Types policies; null where a third-party script does not support them. */
  trustedTypes: string[] | null
}

/**
 * Returns a page's Content-Security-Policy header. Inline scripts are allowed by hash: cached pages
 * are shared, so a nonce would not be secret. It never contains `unsafe-inline` or `unsafe-eval`.
 */
export function contentSecurityPolicy(policy: PagePolicy, scriptHashes: string[]): string {
  const { scripts, frames, calls } = policy.partners ?? { scripts: [], frames: [], calls: [] }
  const sources = (...origins: string[]) => ["'self'", ...origins].join(' ')
  const directives = [
    // For prefetching, which has no directive of its own in Firefox; every other kind has one below.
    "default-src 'self'",
    `script-src ${sources(...scripts, ...scriptHashes)}`,
    `style-src ${sources()}`,
    // The icon is a data: URL, and the preview of an upload is a blob: URL.
    `img-src ${sources('data:', 'blob:')}`,
    `font-src ${sources()}`,
    // Chromium fetches a blob: URL again, as a connection, when it is not an image.
    `connect-src ${sources('blob:', ...calls)}`,
    `manifest-src ${sources()}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "media-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    `form-action ${sources(...policy.formTargets)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  if (policy.trustedTypes) {
    directives.push(
      "require-trusted-types-for 'script'",
      `trusted-types ${policy.trustedTypes.join(' ') || "'none'"}`,
    )
  }
  return directives.join('; ')
}

/** The CSP source expression that allows an inline script or style with exactly this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * Removes the nonce from rendered HTML and returns the hashes of the scripts that had it. An
 * injected script has no nonce, so it gets no hash and is blocked.
 */
export function replaceNonceWithHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const marked = new RegExp(`<script\\b[^>]* nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g')
  const texts = Array.from(html.matchAll(marked), ([, text = '']) => text)
  const hashes = texts.filter((text) => text !== '').map(hashSource)
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...new Set(hashes)] }
}
