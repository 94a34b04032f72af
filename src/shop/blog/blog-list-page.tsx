import { href } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { pageCount, readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { loadingPriorityAt } from '#ui/image.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/blog-list-page'
import { BlogCard } from './blog-card.tsx'
import { countBlogPosts, listTeasers } from './blog-queries.server.ts'

export const handle: PageHandle = { cached: ['page'] }

// The number of columns on a wide screen.
const ROW = 3
const PAGE_SIZE = 6 * ROW

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const count = await countBlogPosts(db)
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  return { posts: await listTeasers(db, { size: PAGE_SIZE, page }), count, page }
}

export default function BlogListPage({ loaderData }: Route.ComponentProps) {
  const { posts, count, page } = loaderData
  const pathOf = (page: number) => (page === 0 ? href('/blogs') : withQuery(href('/blogs'), { page }))
  return (
    <div className="page">
      <PageHead
        title={page === 0 ? 'Blogs from the workshop' : `Blogs, page ${page + 1}`}
        description="How our tools are forged, hardened, measured and kept, told by the people who make them."
        path={pathOf(page)}
        image={posts[0]?.imgURL}
      />
      <h1 className="page-title">Blogs</h1>
      {posts.length === 0 && <p>No posts yet. Please check back soon.</p>}
      <ul className="cards gap-24 grid">
        {posts.map((post, position) => (
          <li key={post._id}>
            <BlogCard post={post} priority={loadingPriorityAt(position, ROW)} />
          </li>
        ))}
      </ul>
      <Pager page={page} pageCount={pageCount(count, PAGE_SIZE)} to={pathOf} />
    </div>
  )
}

export const ErrorBoundary = pageError('Blogs', 'The posts', { className: 'page' })
