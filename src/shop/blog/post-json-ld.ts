import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from '#web/json-ld.tsx'
import type { BlogPost } from './blog-post.ts'

/** Returns the structured data of a post for search engines. */
export function postJsonLd(
  site: Site,
  post: Omit<BlogPost, 'body'> & { summary: string },
): JsonLdNode {
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
