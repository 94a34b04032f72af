import { z } from 'zod'

const knownCarriers = [
  'DHL=https://www.dhl.com/en/express/tracking.html?AWB={number}',
  'UPS=https://www.ups.com/track?tracknum={number}',
  'FedEx=https://www.fedex.com/fedextrack/?trknbr={number}',
  'Own truck',
].join('; ')

const CARRIER = /^(?<name>[^=]{1,40})(?:=(?<trackingPage>https:\/\/\S*\{number\}\S*))?$/

/**
 * Reads names of carriers with the tracking page of each, such as "UPS=https://…{number}; Own truck", separated by
 * semicolons or lines; null if they are written in another way.
 */
export function readCarriers(written: string) {
  const parts = written.split(/[;\n]/).map((text) => CARRIER.exec(text.trim())?.groups)
  const named = parts.flatMap((groups) => {
    if (!groups?.name) return []
    const { name, trackingPage } = groups
    return [{ name: name.trim(), ...(trackingPage && { trackingPage }) }]
  })
  return named.length === parts.length ? named : null
}

const carriers = z
  .string()
  .default(knownCarriers)
  .transform((written, context) => {
    const named = readCarriers(written)
    if (named) return named
    context.addIssue('must be written like "UPS=https://www.ups.com/track?tracknum={number}; Own truck"')
    return z.NEVER
  })

const days = 'must be a whole number of days from 0 to 3650'

export const shippingSettings = {
  CARRIERS: carriers.meta({
    description:
      'carriers of parcels, separated by `;`: the name and, after `=`, its tracking page with `{number}`, unless set under Shop',
    unset: 'DHL, UPS, FedEx, Own truck',
  }),
  RETURN_DAYS: z.coerce.number(days).int(days).min(0, days).max(3_650, days).default(30).meta({
    description: 'days after a parcel arrived in which buyers may ask for a return; `0` for none',
  }),
}
