import { Hono } from 'hono'
import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'

/** `/robots.txt`: what crawlers leave alone. Pages behind a login say `noindex` themselves. */
export function createRobots(site: Site): Hono {
  const text = `User-agent: *
Disallow: ${href('/dashboard')}
Disallow: /api
Disallow: /simulators

Sitemap: ${publicUrlOf(site, '/sitemap.xml')}
`
  return new Hono().get('/', (c) => c.text(text))
}
