import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { blogPostJson } from './blog-json.server.ts'
import { findBlogPost, listBlogPosts } from './blog-queries.server.ts'

const refuse = refusals<Refusal<'no-such-post'>>({
  'no-such-post': { status: 404, text: 'There is no such post.' },
})

/** Serves the public blog. */
export function createBlogApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      publicRoute({
        method: 'get',
        path: '/blogs',
        operationId: 'listBlogs',
        summary: 'List blog posts',
        cached: [],
        responses: { 200: answers('All posts, newest first', z.array(blogPostJson)) },
      }),
      async (c) => c.json(await listBlogPosts(db), 200),
    )
    .openapi(
      publicRoute({
        method: 'get',
        path: '/blogs/{id}',
        operationId: 'getBlog',
        summary: 'Read a blog post',
        cached: [],
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: answers('The post', blogPostJson), 404: refuses('No such post') },
      }),
      async (c) => {
        const post = await findBlogPost(db, c.req.valid('param').id)
        if (!post) throw refuse({ refused: 'no-such-post' })
        return c.json(post, 200)
      },
    )
}
