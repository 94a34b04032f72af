import { type Control, useWatch } from 'react-hook-form'
import type { Site } from '#platform/http/site.ts'
import { iconUrl, smallImageUrl } from '#platform/images/image-url.ts'
import { HEX_COLOR, nearestReadable } from '#shop/brand/accent.ts'
import type { LookForm } from '#shop/brand/brand-form.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { SiteHeader } from '#shop/screens/site/site-header.tsx'
import { PreviewedSite, useSite } from '#web/page-head.tsx'
import { Framed } from './framed.tsx'

type BrandPreviewProps = {
  control: Control<LookForm>
  /** The name without one of the owner. */
  usualName: string
  product: Product | undefined
}

/** How the brand that is typed will look: header, card, mail, and the head of an invoice. */
export function BrandPreview({ control, usualName, product }: BrandPreviewProps) {
  const site = useSite()
  const typed = useWatch({ control }) as LookForm
  if (!site) return null
  const shown = previewOf(site, typed, usualName)
  const { accent, darkAccent } = shown.look ?? {}
  const colors = accent && darkAccent ? { accent, darkAccent } : undefined
  return (
    <PreviewedSite value={shown}>
      <section className="min-w-0 stack" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        <Framed title="Header at 1280 pixels" width={1280} height={120} colors={colors}>
          <SiteHeader currentUser={null} />
        </Framed>
        <Framed title="Header at 360 pixels" width={360} height={180} colors={colors}>
          <SiteHeader currentUser={null} />
        </Framed>
        {product && (
          <Framed title="A card" width={360} height={660} colors={colors}>
            <ProductCard product={product} discover="none" />
          </Framed>
        )}
        <Framed title="A mail" width={480} height={190} colors={colors}>
          <div className="preview-mail">
            <p className="preview-mail-head flex gap-10 items-center font-720">
              {shown.look?.darkLogo && !shown.look.logoHasName && (
                <img src={iconUrl(shown.look.darkLogo)} alt="" width="32" height="32" />
              )}
              {shown.name}
            </p>
            <h3>Your order is paid</h3>
            <p className="preview-mail-button font-600">View your order</p>
          </div>
        </Framed>
        <Framed title="An invoice" width={480} height={90} colors={colors}>
          <div className="preview-invoice flex gap-8 items-center">
            {shown.look?.logo && <img src={smallImageUrl(shown.look.logo)} alt="" />}
            <strong>{shown.name}</strong>
            <span className="ml-auto font-600">Invoice INV-2026-00001</span>
          </div>
        </Framed>
      </section>
    </PreviewedSite>
  )
}

function previewOf(site: Site, typed: LookForm, usualName: string): Site {
  const { logo, darkLogo, logoHasName } = typed
  const [light, dark] = [typed.accent || typed.darkAccent, typed.darkAccent || typed.accent]
  const hasColors = HEX_COLOR.test(light) && HEX_COLOR.test(dark)
  return {
    ...site,
    name: typed.name.trim() || usualName,
    look: {
      logoHasName,
      ...(logo && { logo }),
      ...((darkLogo || logo) && { darkLogo: darkLogo || logo }),
      ...(hasColors && {
        accent: nearestReadable(light, 'light'),
        darkAccent: nearestReadable(dark, 'dark'),
      }),
    },
  }
}
