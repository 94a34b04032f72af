import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { linkImageUrl } from '#platform/images/image-url.ts'

type PageHeadProps = {
  title: string
  /** For search engines and link previews: one or two sentences, 70 to 160 characters. */
  description?: string
  /** The page's canonical path; pages without one are not indexed. */
  path?: string
  /** The path of the image in link previews; defaults to the shop's. */
  image?: string | undefined
  /** The page's Open Graph type. */
  type?: 'website' | 'article'
}

const LINK_PREVIEW = '/link-preview.jpg'

/** The page's title and its metadata for search engines and link previews. */
export function PageHead(props: PageHeadProps) {
  const { path, type = 'website' } = props
  const site = useSite()
  const own = site?.frame?.heads.find((head) => head.path === path)
  const title = own?.title || props.title
  const description = own?.description || props.description
  const image = props.image ?? site?.look?.linkImage ?? (site?.isOwn ? undefined : LINK_PREVIEW)
  if (!site) return <title>{title}</title>
  const canonical = path && publicUrlOf(site, path)
  return (
    <>
      <title>{title === site.name ? title : `${title} | ${site.name}`}</title>
      {canonical ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={site.name} />
      {canonical && <meta property="og:url" content={canonical} />}
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {image && <meta property="og:image" content={publicUrlOf(site, linkImageUrl(image))} />}
    </>
  )
}

/** Another site than the shop's, for previews. */
export const PreviewedSite = createContext<Site | undefined>(undefined)

/** Returns the shop's public settings; undefined only when the root loader failed. */
export function useSite(): Site | undefined {
  const site = useRouteLoaderData<{ site: Site }>('root')?.site
  return useContext(PreviewedSite) ?? site
}
