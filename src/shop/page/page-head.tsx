import { publicUrlOf } from '#platform/http/site.ts'
import { useSite } from './use-site.ts'

type PageHeadProps = {
  title: string
  /** For search engines and link previews: one or two sentences, 70 to 160 characters. */
  description?: string
  /** The page's one address, from the `/` on; a page without one stays out of search engines. */
  address?: string
  /** The address of an image that previews of a link show, from the `/` on; without one, the house's. */
  image?: string | undefined
  /** What a link to the page leads to, in the words of Open Graph. */
  type?: 'website' | 'article'
}

const LINK_PREVIEW = '/link-preview.jpg'

/** What the browser's tab, search engines and link previews say of a page. */
export function PageHead(props: PageHeadProps) {
  const { title, description, address, image = LINK_PREVIEW, type = 'website' } = props
  const site = useSite()
  if (!site) return <title>{title}</title>
  const canonical = address && publicUrlOf(site, address)
  return (
    <>
      <title>{`${title} | ${site.name}`}</title>
      {canonical ? (
        <link rel="canonical" href={canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={site.name} />
      {canonical && <meta property="og:url" content={canonical} />}
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={publicUrlOf(site, image)} />
    </>
  )
}
