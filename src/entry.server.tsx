import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import {
  contentSecurityPolicy,
  hashSource,
  sealScripts,
} from '#platform/http/content-security-policy.server.ts'
import { logContext, outageContext, pagePolicyContext } from '#platform/http/page-context.server.ts'

export const streamTimeout = 5_000

/** A page that failed is logged; a browser that went away is nothing to note. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isConnectionLost(error)) context.get(outageContext).isOutOfReach = true
  if (!request.signal.aborted) context.get(logContext).error(error, request.url)
}

// Vite's dev server adds inline scripts and styles that no hash could name.
const DEVELOPMENT_POLICY = "frame-ancestors 'none'"

/** Renders a page whole before anything is sent: its status and its content always agree. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = randomUUID()
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const { html, hashes } = sealScripts(await render(page, nonce), nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const policy = loadContext.get(pagePolicyContext)(new URL(request.url).pathname)
  const scripts = [START_LATER_HASH, ...hashes]
  const built = contentSecurityPolicy(policy, scripts)
  headers.set('Content-Security-Policy', import.meta.env.DEV ? DEVELOPMENT_POLICY : built)
  return new Response(scriptsLast(html), { status, headers })
}

function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => {
        clearTimeout(timeout)
        resolve(text(pipe(new PassThrough())))
      },
      onShellError: reject,
    })
    const timeout = setTimeout(abort, streamTimeout + 1_000)
  })
}

/**
 * The page is readable without its scripts, so on a slow line letters and images go first: what
 * React Router would load at once waits for the page's `load` event. Development keeps Vite's order.
 */
function scriptsLast(html: string): string {
  if (import.meta.env.DEV) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(
      '<script type="module" async="">',
      `<script>${START_LATER}</script><script type="later">`,
    )
}

// Two frames after `load`, so that the largest image is on the screen before a script competes.
// The Trusted Types policy is named in the page's own policy, and once made no other script can make it.
// zod would try whether it may evaluate code, which the page's policy reports.
const START_LATER = `
globalThis.__zod_globalConfig = { jitless: true }
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => {
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
})))
`
const START_LATER_HASH = hashSource(START_LATER)
