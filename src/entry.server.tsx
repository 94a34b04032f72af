import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import {
  contentSecurityPolicy,
  hashSource,
  replaceNonceWithHashes,
} from '#platform/http/content-security-policy.server.ts'
import {
  logContext,
  outageContext,
  pagePolicyContext,
  renderedPageContext,
} from '#platform/http/page-context.server.ts'

export const streamTimeout = 5_000

/** The path with the names of its parameters, because these and the query may be tokens. */
function routeOf(url: string, params: Record<string, string | undefined>): string {
  const values = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[encodeURIComponent(value), name] as const],
  )
  const names = new Map(values)
  const segments = new URL(url).pathname.split('/')
  return segments.map((segment) => (names.has(segment) ? `:${names.get(segment)}` : segment)).join('/')
}

/** Logs rendering errors, except of requests that the browser aborted. */
export const handleError: HandleErrorFunction = (error, { request, context, params }) => {
  if (isConnectionLost(error)) context.get(outageContext).isDatabaseDown = true
  // The shop answers other methods and malformed forms with a 4xx, which anyone can cause.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(logContext).error(error, routeOf(request.url, params))
}

// Vite's dev server adds inline scripts and styles, so the full policy can't apply.
const DEVELOPMENT_POLICY = "frame-ancestors 'none'"

/** Renders the whole page before sending it, so that its status always matches its content. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = randomUUID()
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const { html, hashes } = replaceNonceWithHashes(await render(page, nonce), nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const policy = loadContext.get(pagePolicyContext)(new URL(request.url).pathname)
  const scripts = [REPLACE_BLOCKED_STORAGE_HASH, START_LATER_HASH, ...hashes]
  const built = contentSecurityPolicy(policy, scripts)
  headers.set('Content-Security-Policy', import.meta.env.DEV ? DEVELOPMENT_POLICY : built)
  loadContext.get(renderedPageContext).html = deferScripts(
    html.replace('<head>', `<head><script>${REPLACE_BLOCKED_STORAGE}</script>`),
  )
  return new Response(null, { status, headers })
}

function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => {
        clearTimeout(timeout)
        pipe(collectText(resolve))
      },
      onShellError: reject,
    })
    const timeout = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** A stream that passes the complete text to `done`. */
function collectText(onText: (text: string) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    // React reuses no chunk after it has written it.
    write: (chunk: Buffer, _encoding, next) => {
      chunks.push(chunk)
      next()
    },
    final: (next) => {
      onText(Buffer.concat(chunks).toString())
      next()
    },
  })
}

// React Router's script that restores the scroll position reads sessionStorage, and where the browser
// blocks storage even its error handling throws.
const REPLACE_BLOCKED_STORAGE = `
try { sessionStorage } catch {
  const value = { getItem: () => null, setItem() {}, removeItem() {} }
  Object.defineProperty(window, 'sessionStorage', { value })
}
`
const REPLACE_BLOCKED_STORAGE_HASH = hashSource(REPLACE_BLOCKED_STORAGE)

/**
 * Delays React Router's scripts until the page's `load` event, so that fonts and images load first on
 * slow connections: a second sooner on Lighthouse's phone (docs/decisions/0068-one-loader-per-page.md).
 * The page is readable without scripts. Development keeps Vite's order.
 */
function deferScripts(html: string): string {
  if (import.meta.env.DEV) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', `<script>${START_LATER}</script><script type="later">`)
}

// Starts after `load` and the first paint, which a browser may report some frames later: scripts that
// arrive before it delay it. It waits twelve frames at most, because some browsers report no paints.
// The page's policy allows each Trusted Types policy name once, so no other script can create it.
// Without `jitless`, zod tests whether it can evaluate code, which the policy reports as a violation.
const START_LATER = `
globalThis.__zod_globalConfig = { jitless: true }
const startAfterPaint = (frames) => {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
  if (frames < 2 || (frames < 12 && !isPainted)) {
    requestAnimationFrame(() => startAfterPaint(frames + 1))
    return
  }
  for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  const same = { createScript: (text) => text }
  const trusted = window.trustedTypes ? trustedTypes.createPolicy('start', same) : same
  // React makes script elements, which never run, by innerHTML; a text without '<' makes no element.
  const isHarmless = (html) => html === '<script>\\x3c/script>' || !html.includes('<')
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => isHarmless(html) ? html : null })
  const start = document.createElement('script')
  start.type = 'module'
  start.textContent = trusted.createScript(document.querySelector('script[type=later]').textContent)
  document.head.append(start)
}
addEventListener('load', () => startAfterPaint(0))
`
const START_LATER_HASH = hashSource(START_LATER)
