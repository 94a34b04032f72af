import { href, Link } from 'react-router'
import { Image, type LoadingPriority } from '#ui/image.tsx'
import { type BlogTeaser, formatDay } from './blog-post.ts'

/** A post in the list: the title is a link that covers the whole card. */
export function BlogCard({ post, priority }: { post: BlogTeaser; priority: LoadingPriority }) {
  return (
    <article className="hover-line relative h-full surface">
      <Image
        imgURL={post.imgURL}
        alt=""
        width={1200}
        height={750}
        sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 50vw, 100vw"
        priority={priority}
        className="blog-image w-full"
      />
      <div className="p-24 grid gap-8 break-anywhere">
        <p className="note">
          {post.author} · <time dateTime={post.publishedOn}>{formatDay(post.publishedOn)}</time>
        </p>
        <h2 className="blog-card-title text-18">
          <Link to={href('/blogs/:id', { id: post._id })} className="stretched">
            {post.title}
          </Link>
        </h2>
        <p>{post.body}</p>
      </div>
    </article>
  )
}
