import { Hono } from 'hono'
import { href } from 'react-router'
import type { Site } from '#platform/http/site.ts'
import { iconUrl } from '#platform/images/image-url.ts'
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

function manifestOf({ name, look }: Site) {
  const icon = look?.logo
    ? { src: iconUrl(look.logo), sizes: '512x512', type: 'image/png' }
    : { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }
  return {
    name,
    start_url: href('/'),
    display: 'browser',
    theme_color: '#161718',
    background_color: '#f3f3f1',
    icons: [icon],
  }
}
