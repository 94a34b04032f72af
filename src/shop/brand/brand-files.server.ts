import { Hono } from 'hono'
import { href } from 'react-router'
import type { Site } from '#platform/http/site.ts'
import { pngIconOf } from '#platform/images/site-icon.ts'
import { HEX_COLOR } from './accent.ts'

/** Serves the stylesheet of the owner's colours, which its URL names, and the web app manifest. */
export function createBrandFiles(site: Site): Hono {
  return new Hono()
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
