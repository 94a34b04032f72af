import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { BlogApi } from './blog-api.server.ts'
import type { BlogPost } from './blog-post.ts'

const client = restClient<BlogApi>()

export function fetchBlogPosts(): Promise<BlogPost[]> {
  return answerOf(client.blogs.$get())
}

/** Throws a RestRefusal with status 404 for an unknown id. */
export function fetchBlogPost(id: string): Promise<BlogPost> {
  return answerOf(client.blogs[':id'].$get({ param: { id } }))
}
