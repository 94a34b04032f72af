import { href } from 'react-router'
import { publicAddress, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from '#shop/page/json-ld.tsx'
import { type BlogPost, summary } from './blog-post.ts'

/** Returns the structured data of a post for search engines. */
export function postJsonLd(site: Site, post: BlogPost): JsonLdNode {
  return {
    '@type': 'BlogPosting',
    mainEntityOfPage: publicAddress(site, href('/blogs/:id', { id: post._id })),
    headline: post.title,
    description: summary(post),
    image: publicAddress(site, post.imgURL),
    datePublished: post.publishedOn,
    author: {
      '@type': 'Person',
      name: post.author,
      ...(post.authorRole && { jobTitle: post.authorRole }),
    },
    publisher: { '@type': 'Organization', name: site.name, url: publicAddress(site, href('/')) },
  }
}
