import { href, Link } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { Image } from '#ui/image.tsx'
import { breadcrumbs } from '#web/breadcrumbs.ts'
import { JsonLd, type JsonLdNode } from '#web/json-ld.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { NotFound } from '#web/not-found.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/blog-post-page'
import { type BlogPost, formatDay } from './blog-post.ts'
import { findBlogPage } from './blog-queries.server.ts'

export const handle: PageHandle = { cached: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const post = await findBlogPage(context.get(databaseContext), params.id)
  if (!post) throw new Response(null, { status: 404 })
  return post
}

export default function BlogPostPage({ loaderData: post }: Route.ComponentProps) {
  const path = href('/blogs/:id', { id: post._id })
  return (
    <article className="page blog-post page-text">
      <PageHead
        title={post.title}
        description={post.summary}
        path={path}
        image={post.imgURL}
        type="article"
      />
      <JsonLd about={(site) => postJsonLd(site, post)} />
      <JsonLd
        about={(site) =>
          breadcrumbs(site, [
            { name: 'Blogs', path: href('/blogs') },
            { name: post.title, path },
          ])
        }
      />
      <Link to={href('/blogs')} className="text-link">
        All blogs
      </Link>
      <h1 className="page-title">{post.title}</h1>
      <p className="note">
        By <strong>{post.author}</strong>
        {post.authorRole && `, ${post.authorRole}`} ·{' '}
        <time dateTime={post.publishedOn}>{formatDay(post.publishedOn)}</time>
      </p>
      <Image
        imgURL={post.imgURL}
        alt=""
        width={1200}
        height={750}
        sizes="(min-width: 48rem) 48rem, 100vw"
        priority="first"
        className="blog-image w-full"
      />
      <MarkdownText html={post.html} />
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return <PageError title="Blog post" text="The post failed to load." className="page" />
}

/** Returns the structured data of a post for search engines. */
function postJsonLd(site: Site, post: Omit<BlogPost, 'body'> & { summary: string }): JsonLdNode {
  return {
    '@type': 'BlogPosting',
    mainEntityOfPage: publicUrlOf(site, href('/blogs/:id', { id: post._id })),
    headline: post.title,
    description: post.summary,
    image: publicUrlOf(site, post.imgURL),
    datePublished: post.publishedOn,
    author: {
      '@type': 'Person',
      name: post.author,
      ...(post.authorRole && { jobTitle: post.authorRole }),
    },
    publisher: { '@type': 'Organization', name: site.name, url: publicUrlOf(site, href('/')) },
  }
}
