import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import { adminDelete, adminList, adminRead } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { blogPostJson } from '#shop/blog/blog-json.server.ts'
import {
  addPost,
  changePost,
  countPosts,
  deletePost,
  findPost,
  listPosts,
  type PostRefusal,
  restorePost,
  type StoredPost,
} from './manage-posts.server.ts'
import { newPost, postChanges, postStates } from './post-form.ts'

/** A post as admins get it, in any state. */
export const managedPostJson = blogPostJson
  .omit({ publishedOn: true })
  .extend({
    state: z.enum(postStates),
    publishedAt: z.string().nullable().openapi({ format: 'date-time' }),
    version: z.number().int(),
  })
  .openapi('ManagedBlog')

export type ManagedPost = z.infer<typeof managedPostJson>

const count = z.number().int()
const params = z.object({ id: z.string() })
const missing = refuses('No such post')
const incomplete = refuses('Without a text, an author or an image it can’t be published')

export type ManageBlogApi = ReturnType<typeof createManageBlogApi>

/** Serves writing, publishing, deleting and restoring posts. */
export function createManageBlogApi({ db, images }: { db: Db; images: ImageStore }) {
  return restApi()
    .openapi(
      ...adminList({
        path: '/blogs/manage',
        operationId: 'listManagedBlogs',
        summary: 'List the posts of a state',
        query: listQuery.extend({ state: z.enum(postStates).default('published') }),
        answer: 'Posts, latest first',
        row: managedPostJson,
        rows: async (query) => (await listPosts(db, query)).map(toManagedPostJson),
      }),
    )
    .openapi(
      ...adminRead({
        path: '/blogs/manageCount',
        operationId: 'countManagedBlogs',
        summary: 'Count the posts of each state',
        answer: 'How many posts each state has',
        json: z.object({ published: count, planned: count, draft: count }),
        read: () => countPosts(db),
      }),
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/blogs/manage/{id}',
        operationId: 'getManagedBlog',
        summary: 'Read a post in any state',
        request: { params },
        responses: { 200: answers('The post', managedPostJson), 404: missing },
      }),
      async (c) => {
        const post = await findPost(db, c.req.valid('param').id)
        return c.json(jsonOf(post ?? { refused: 'no-such-post' }), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/blogs',
        operationId: 'addBlog',
        summary: 'Add a post',
        request: { body: body(newPost) },
        responses: { 200: answers('The new post', managedPostJson), 422: incomplete },
      }),
      async (c) => {
        const post = c.req.valid('json')
        await requireStored(images, { imgURL: post.imgURL })
        return c.json(jsonOf(await addPost(db, post, c.var.audit)), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/blogs/{id}',
        operationId: 'changeBlog',
        summary: 'Change a post, publish it or take it back',
        request: { params, body: body(postChanges) },
        responses: {
          200: answers('The changed post', managedPostJson),
          404: missing,
          409: refuses('It was changed in the meantime'),
          422: incomplete,
        },
      }),
      async (c) => {
        const changes = c.req.valid('json')
        await requireStored(images, { imgURL: changes.imgURL })
        const { id } = c.req.valid('param')
        return c.json(jsonOf(await changePost(db, id, changes, c.var.audit)), 200)
      },
    )
    .openapi(
      ...adminDelete({
        path: '/blogs/{id}',
        operationId: 'deleteBlog',
        summary: 'Delete a post',
        missing: 'No such post',
        remove: (id, audit) => deletePost(db, id, audit),
        refuse: () => refusePost({ refused: 'no-such-post' }),
      }),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/blogs/restore/{id}',
        operationId: 'restoreBlog',
        summary: 'Restore a deleted post',
        request: { params },
        responses: { 200: answers('The post', managedPostJson), 404: missing },
      }),
      async (c) => c.json(jsonOf(await restorePost(db, c.req.valid('param').id, c.var.audit)), 200),
    )
}

function jsonOf(post: StoredPost | PostRefusal): ManagedPost {
  if ('refused' in post) throw refusePost(post)
  return toManagedPostJson(post)
}

function toManagedPostJson(post: StoredPost): ManagedPost {
  return {
    _id: post.id,
    title: post.title,
    body: post.body,
    imgURL: post.image,
    author: post.author,
    authorRole: post.authorRole,
    state: post.state,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    version: post.version,
  }
}

const missingTexts = {
  body: 'A post needs a text to be published',
  author: 'A post needs an author to be published',
  imgURL: 'A post needs an image to be published',
}

function refusePost(refusal: PostRefusal): HttpRefusal {
  switch (refusal.refused) {
    case 'no-such-post':
      return new HttpRefusal(404, refusal.refused, 'There is no such post.')
    case 'stale-post':
      return new HttpRefusal(409, refusal.refused, 'This post was changed in the meantime.')
    case 'incomplete-post': {
      const text = missingTexts[refusal.field]
      return new HttpRefusal(422, 'invalid', text, { fields: { [refusal.field]: text } })
    }
  }
}
