import { z } from 'zod'
import { normalEmail } from '#platform/email.ts'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { HEX_COLOR, isReadable, nearestReadable, type Theme } from './accent.ts'
import { businessForm } from './business-form.ts'
import { shortName } from './own-shop-form.ts'

const image = z.string().refine((url) => url === '' || IMAGE_URL.test(url), NOT_UPLOADED)

const accent = (theme: Theme) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((color, { addIssue }) => {
      if (color === '') return
      if (!HEX_COLOR.test(color)) addIssue('A colour is # and six digits, such as #b41218')
      else if (!isReadable(color, theme)) {
        const nearest = nearestReadable(color, theme)
        addIssue(`Hard to read in the ${theme} theme; the nearest that is allowed is ${nearest}`)
      }
    })

/** The look of the shop as the page sends it; an empty text stands for the setting or the default. */
export const lookForm = z.object({
  name: shortName,
  contactEmail: z
    .string()
    .overwrite(normalEmail)
    .refine((email) => email === '' || z.email().safeParse(email).success, 'Your email is not valid'),
  logo: image,
  darkLogo: image,
  logoHasName: z.boolean(),
  linkImage: image,
  accent: accent('light'),
  darkAccent: accent('dark'),
})

export const brandForm = lookForm.extend(businessForm.shape)

/** The body of `PUT /brand`: what changes, and the version that the editor saw. */
export const brandChanges = brandForm.partial().extend({ version: z.number().int().optional() })

export type LookForm = z.output<typeof lookForm>
export type BrandChanges = z.output<typeof brandChanges>
