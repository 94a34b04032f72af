import { Hono } from 'hono'
import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'

/** Serves `/robots.txt`. Pages behind a login use `noindex` instead. */
export function createRobots(site: Site): Hono {
  const text = `User-agent: *
Disallow: ${href('/dashboard')}
Disallow: /api
Disallow: /simulators

Sitemap: ${publicUrlOf(site, '/sitemap.xml')}
`
  return new Hono().get('/', (c) => c.text(text))
}
