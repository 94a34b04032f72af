import { href } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { loadingPriorityAt } from '#ui/image.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/blog-list-page'
import { BlogCard } from './blog-card.tsx'

import { listBlogPosts } from './blog-queries.server.ts'
import { toTeaser } from './post-texts.server.ts'

export const handle: PageHandle = { cached: [] }

// The number of columns on a wide screen.
const ROW = 3

export async function loader({ context }: Route.LoaderArgs) {
  return (await listBlogPosts(context.get(databaseContext))).map(toTeaser)
}

export default function BlogListPage({ loaderData: posts }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHead
        title="Blogs from the workshop"
        description="How our tools are forged, hardened, measured and kept, told by the people who make them."
        path={href('/blogs')}
        image={posts[0]?.imgURL}
      />
      <h1 className="page-title">Blogs</h1>
      {posts.length === 0 && <p>No posts yet. Please check back soon.</p>}
      <ul className="blog-grid">
        {posts.map((post, position) => (
          <li key={post._id}>
            <BlogCard post={post} priority={loadingPriorityAt(position, ROW)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

export const ErrorBoundary = pageError({
  title: 'Blogs',
  text: 'The posts failed to load.',
  className: 'page',
})
