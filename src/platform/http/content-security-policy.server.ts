import { createHash } from 'node:crypto'

/** What a page may do besides running and loading what is the shop's own. */
export type PagePolicy = {
  /** Where forms may lead, redirects included, besides the page's own origin. */
  formTargets: string[]
  /** Origins whose scripts, frames and calls the page may use; none on most pages. */
  partners?: { scripts: string[]; frames: string[]; calls: string[] }
  /** Names of Trusted Types policies; null where a partner's script can't live with them. */
  trustedTypes: string[] | null
}

/**
 * A page's Content-Security-Policy. Inline scripts run by their hash: the response cache hands one
 * page to many, so a nonce would be no secret. Nothing is `unsafe-inline` or `unsafe-eval`.
 */
export function contentSecurityPolicy(policy: PagePolicy, scriptHashes: string[]): string {
  const { scripts, frames, calls } = policy.partners ?? { scripts: [], frames: [], calls: [] }
  const sources = (...origins: string[]) => ["'self'", ...origins].join(' ')
  const directives = [
    "default-src 'none'",
    `script-src ${sources(...scripts, ...scriptHashes)}`,
    `style-src ${sources()}`,
    // The icon is a data: address, and an image about to be uploaded a blob: one.
    `img-src ${sources('data:', 'blob:')}`,
    `font-src ${sources()}`,
    // Chromium asks once more, as a connection, for a blob: that turns out to be no image.
    `connect-src ${sources('blob:', ...calls)}`,
    `manifest-src ${sources()}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    `form-action ${sources(...policy.formTargets)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]
  if (policy.trustedTypes) {
    directives.push(
      "require-trusted-types-for 'script'",
      `trusted-types ${policy.trustedTypes.join(' ') || "'none'"}`,
    )
  }
  return directives.join('; ')
}

/** The source that lets an inline script or style with exactly this text pass. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * Takes the nonce off rendered HTML and answers the hashes of the scripts that bore it. Only what
 * was rendered as a script has the nonce: one that got into the page by a hole has none, and is blocked.
 */
export function sealScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const marked = new RegExp(`<script\\b[^>]* nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g')
  const texts = Array.from(html.matchAll(marked), ([, text = '']) => text)
  const hashes = texts.filter((text) => text !== '').map(hashSource)
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...new Set(hashes)] }
}
