import { Hono } from 'hono'
import { href } from 'react-router'
import type { Site } from '#platform/http/site.ts'
import { pngIconOf } from '#platform/images/site-icon.ts'
import { HEX_COLOR } from './accent.ts'

/** Serves the stylesheet of the owner's colours, which its URL names, the web app manifest and an icon. */
export function createBrandFiles(site: Site): Hono {
  return (
    new Hono()
      .get('/brand.css', (c) => {
        const [light, dark] = ['light', 'dark'].map((theme) => `#${c.req.query(theme)}`)
        if (![light, dark].every((color = '') => HEX_COLOR.test(color))) return c.notFound()
        const css = `:root {
  --color-accent: light-dark(${light}, ${dark});
  --color-primary: ${light};
  --color-red: ${light};
  --color-red-on-graphite: ${dark};
}
`
        return c.body(css, 200, {
          'Content-Type': 'text/css; charset=utf-8',
          'Cache-Control': 'public, max-age=31536000, immutable',
        })
      })
      .get('/manifest.webmanifest', (c) =>
        c.json(manifestOf(site), 200, {
          'Content-Type': 'application/manifest+json',
          'Cache-Control': 'public, max-age=60',
        }),
      )
      // A built file in the demo.
      .get('/favicon.ico', (c) => c.redirect(pngIconOf(site) ?? '/icon.svg'))
      .get('/icon.svg', (c) =>
        c.body(letterIcon(site.name), 200, {
          'Content-Type': 'image/svg+xml',
          'Cache-Control': 'public, max-age=60',
        }),
      )
  )
}

/** The icon of a shop without a logo: the first letter of its name. */
function letterIcon(name: string): string {
  const [letter = ''] = name.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const text = `<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="#fff">${letter}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#161718"/>${text}</svg>`
}

function manifestOf(site: Site) {
  const { name, look } = site
  const src = pngIconOf(site)
  const sizes = look?.logo ? '512x512' : '180x180'
  return {
    name,
    start_url: href('/'),
    display: 'browser',
    theme_color: '#161718',
    background_color: '#f3f3f1',
    icons: src ? [{ src, sizes, type: 'image/png' }] : [],
  }
}
