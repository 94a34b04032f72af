import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import { adminDelete, adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
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
  type ListedPost as Stored,
  type StoredPost,
} from './manage-posts.server.ts'
import { newPost, postChanges, postStates } from './post-form.ts'

export const managedPostJson = blogPostJson
  .omit({ publishedOn: true })
  .extend({
    state: z.enum(postStates),
    publishedAt: z.string().nullable().openapi({ format: 'date-time' }),
    version: z.number().int(),
  })
  .openapi('ManagedBlog')

const listedPostJson = managedPostJson.omit({ body: true }).openapi('ListedBlog')

export type ManagedPost = z.infer<typeof managedPostJson>
export type ListedPost = z.infer<typeof listedPostJson>

const count = z.number().int()
const params = z.object({ id: z.string() })
const missing = 'No such post'
const incomplete = 'Without a text, an author or an image it can’t be published'

export function createManageBlogApi({ db, images }: { db: Db; images: ImageStore }) {
  return restApi({
    listManagedBlogs: adminList({
      endpoint: 'GET /blogs/manage',
      summary: 'List the posts of a state',
      query: listQuery.extend({ state: z.enum(postStates).default('published') }),
      answer: 'Posts, latest first',
      row: listedPostJson,
      rows: async (query) => (await listPosts(db, query)).map(toListedPostJson),
    }),
    countManagedBlogs: adminJson({
      endpoint: 'GET /blogs/manageCount',
      summary: 'Count the posts of each state',
      answer: 'How many posts each state has',
      json: z.object({ published: count, planned: count, draft: count }),
      respond: () => countPosts(db),
    }),
    getManagedBlog: adminJson({
      endpoint: 'GET /blogs/manage/{id}',
      summary: 'Read a post in any state',
      params,
      json: managedPostJson,
      refusals: { 404: missing },
      respond: async ({ params: { id } }) => jsonOf((await findPost(db, id)) ?? { refused: 'no-such-post' }),
    }),
    addBlog: adminJson({
      endpoint: 'POST /blogs',
      summary: 'Add a post',
      body: newPost,
      json: managedPostJson,
      refusals: { 422: incomplete },
      respond: async ({ json: post, audit }) => {
        await requireStored(images, { imgURL: post.imgURL })
        return jsonOf(await addPost(db, post, audit))
      },
    }),
    changeBlog: adminJson({
      endpoint: 'PUT /blogs/{id}',
      summary: 'Change a post, publish it or take it back',
      params,
      body: postChanges,
      json: managedPostJson,
      refusals: { 404: missing, 409: 'It was changed in the meantime', 422: incomplete },
      respond: async ({ params: { id }, json: changes, audit }) => {
        await requireStored(images, { imgURL: changes.imgURL })
        return jsonOf(await changePost(db, id, changes, audit))
      },
    }),
    deleteBlog: adminDelete({
      endpoint: 'DELETE /blogs/{id}',
      summary: 'Delete a post',
      missing,
      remove: (id, audit) => deletePost(db, id, audit),
      refuse: () => refusePost({ refused: 'no-such-post' }),
    }),
    restoreBlog: adminJson({
      endpoint: 'PUT /blogs/restore/{id}',
      summary: 'Restore a deleted post',
      params,
      json: managedPostJson,
      refusals: { 404: missing },
      respond: async ({ params: { id }, audit }) => jsonOf(await restorePost(db, id, audit)),
    }),
  })
}

function jsonOf(post: StoredPost | PostRefusal): ManagedPost {
  const { body, ...listed } = orRefuse(post, refusePost)
  return { ...toListedPostJson(listed), body }
}

function toListedPostJson({ id, image, publishedAt, ...post }: Stored): ListedPost {
  return {
    _id: id,
    ...post,
    imgURL: image,
    publishedAt: publishedAt?.toISOString() ?? null,
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
