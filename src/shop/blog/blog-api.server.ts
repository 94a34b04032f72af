import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { answers, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { publicJson } from '#shop/auth/access/json-routes.server.ts'
import { blogPostJson } from './blog-json.server.ts'
import { findBlogPost, listBlogPosts, listPostVersions } from './blog-queries.server.ts'

const PAGE_SIZE = 100
const CACHED_PAGES = 5

const refuse = refusals<Refusal<'no-such-post'>>({
  'no-such-post': notFound('There is no such post.'),
})

export function createBlogApi({ db }: { db: Db }) {
  const pages = new LRUCache<number, { versions: string; json: Buffer<ArrayBuffer> }>({
    max: CACHED_PAGES,
  })
  /** The posts of a page with their texts, megabytes of JSON, made again when one has changed. */
  const readPage = async (page: number): Promise<Buffer<ArrayBuffer>> => {
    const rows = await listPostVersions(db, { size: PAGE_SIZE, page })
    if (rows.length === 0) return Buffer.from('[]')
    const versions = createHash('sha1').update(JSON.stringify(rows)).digest('base64url')
    const cached = pages.get(page)
    if (cached?.versions === versions) return cached.json
    const json = Buffer.from(JSON.stringify(await listBlogPosts(db, { size: PAGE_SIZE, page })))
    pages.set(page, { versions, json })
    return json
  }
  return restApi({
    listBlogs: publicRoute({
      endpoint: 'GET /blogs',
      summary: 'List blog posts',
      cached: ['page'],
      request: { query: listQuery.pick({ page: true }) },
      responses: {
        200: answers(`The posts, newest first, ${PAGE_SIZE} of a page`, z.array(blogPostJson)),
      },
      respond: async (c) => {
        const json = await readPage(c.req.valid('query').page)
        return new Response(json, { headers: { 'Content-Type': 'application/json' } }) as never
      },
    }),
    getBlog: publicJson({
      endpoint: 'GET /blogs/{id}',
      summary: 'Read a blog post',
      cached: [],
      params: z.object({ id: z.string() }),
      json: blogPostJson,
      refusals: { 404: 'No such post' },
      respond: async ({ params: { id } }) => {
        const post = await findBlogPost(db, id)
        if (!post) throw refuse({ refused: 'no-such-post' })
        return post
      },
    }),
  })
}
