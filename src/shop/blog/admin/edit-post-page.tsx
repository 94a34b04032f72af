import { href, Link } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/edit-post-page'
import type { createManageBlogApi } from './manage-blog-api.server.ts'
import { PostEditor } from './post-editor.tsx'

const api = apiClient<typeof createManageBlogApi>()

/** Loads a post; null for a new one. */
export const clientLoader = adminLoader(async ({ params: { id } }: Route.ClientLoaderArgs) =>
  id === 'new' ? null : api.blogs.manage[':id'].$get({ param: { id } }),
)

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the post', 'Edit post')

export default function EditPostPage({ loaderData: post }: Route.ComponentProps) {
  const title = post ? 'Edit post' : 'Write a post'
  return (
    <>
      <PageHead title={title} />
      <h1 className="page-title">{title}</h1>
      <PostEditor key={post?._id} post={post} />
    </>
  )
}

export const ErrorBoundary = pageError('Edit post', 'The post', {
  missing: { heading: 'No such post', list: <Link to={href('/dashboard/blogs')}>All posts</Link> },
})
