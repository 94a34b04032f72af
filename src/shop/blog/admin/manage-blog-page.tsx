import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { DeleteButton } from '#ui/lists/row-actions.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useChange } from '#web/use-change.ts'
import type { Route } from './+types/manage-blog-page'
import type { createManageBlogApi, ListedPost } from './manage-blog-api.server.ts'
import { type PostState, postStateNames, readPostState } from './post-form.ts'

const PAGE_SIZE = 20

const { blogs } = apiClient<typeof createManageBlogApi>()

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const state = readPostState(url.searchParams.get('state'))
  const counts = await blogs.manageCount.$get()
  const page = readPage(url.searchParams, PAGE_SIZE, counts[state])
  const posts = await blogs.manage.$get({ query: { state, size: PAGE_SIZE, page } })
  return { posts, counts, state, page }
})
export const HydrateFallback = loading('the posts', 'Blog posts')

/** The posts of the blog: published, planned and drafts. */
export default function ManageBlogPage({ loaderData }: Route.ComponentProps) {
  const { posts, counts, state, page } = loaderData
  const { change } = useChange()
  const restore = async ({ _id: id, title }: ListedPost) => {
    await change(blogs.restore[':id'].$put({ param: { id } }), `${title} is back`)
  }
  const list = useDeleteDialog((post: ListedPost) => ({
    title: 'Delete this post?',
    action: 'Delete post',
    remove: () => blogs[':id'].$delete({ param: { id: post._id } }),
    onDeleted: () => void showToast('success', 'Post deleted', { text: 'Undo', run: () => restore(post) }),
    children: (
      <p>
        <strong>{post.title}</strong> is removed from the blog.
      </p>
    ),
  }))
  const path = (query: { state: PostState; page?: number }) => withQuery(href('/dashboard/blogs'), query)
  return (
    <ListPage
      title="Blog posts"
      heading={list.heading}
      count={{ of: postStateNames[state], is: counts[state] }}
      aside={
        <Link to={href('/dashboard/blogs/:id', { id: 'new' })} className={buttonVariant.primary}>
          Write a post
        </Link>
      }
      tabs={
        <StateTabs
          label="State of the posts"
          names={postStateNames}
          countOf={(tab) => counts[tab]}
          current={state}
          to={(state) => path({ state })}
        />
      }
      empty={posts.length === 0 && <p>There are no such posts.</p>}
      pages={{ page, count: counts[state], size: PAGE_SIZE, to: (page) => path({ state, page }) }}
      dialogs={list.dialog}
    >
      <DataTable
        className="post-table wrapped-heads"
        rows={posts}
        keyOf={({ _id }) => _id}
        columns={[
          { head: 'Title', subject: ({ title }) => title },
          { head: 'Author', cell: ({ author }) => author },
          { head: 'Date', cell: ({ publishedAt: day }) => day && <DateTime iso={day} /> },
          {
            width: '15rem',
            actions: (post, id) => (
              <>
                {post.state === 'published' && (
                  <Link
                    to={href('/blogs/:id', { id: post._id })}
                    className={buttonVariant.quiet}
                    aria-describedby={id}
                  >
                    View
                  </Link>
                )}
                <Link
                  to={href('/dashboard/blogs/:id', { id: post._id })}
                  className={buttonVariant.quiet}
                  aria-describedby={id}
                >
                  Edit
                </Link>
                <DeleteButton id={id} onClick={() => list.choose(post)} />
              </>
            ),
          },
        ]}
      />
    </ListPage>
  )
}

export const ErrorBoundary = pageError('Blog posts', 'The posts')
