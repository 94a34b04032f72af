import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { regionIn } from '#platform/postal-address.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { profileForm } from '#shop/auth/auth-forms.ts'
import { Form } from '#ui/forms/form.tsx'
import { ReadOnlyField } from '#ui/forms/read-only-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/profile-page'
import { addressInputs } from './address-inputs.ts'
import { RegionField } from './region-field.tsx'
import { fetchCountries, fetchProfile, usersApi } from './users-client.ts'

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const email = await requireSession(url)
  // Without the country list, all other fields can still be edited.
  const [profile, countries] = await Promise.all([fetchProfile(email), fetchCountries().catch(() => null)])
  return { profile, countries }
}
export const HydrateFallback = loading('your profile', 'My profile')

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile, countries } = loaderData
  const { email, name, phone, country, city, region, postcode } = profile
  const { address, company, taxId } = profile
  const { reload } = useReload()
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: { name, phone, country, city, region, postcode, address, company, taxId },
  })
  const { control, handleSubmit, setError } = form
  const dropDraft = useDraft(form)
  const submit = handleSubmit(async (edited) => {
    try {
      const region = regionIn(edited.country ?? '', edited.region ?? '')
      const json = { ...edited, region }
      await usersApi.users[':email'].$put({ param: { email }, json })
    } catch (error) {
      return setError('root', { message: errorText(error) })
    }
    dropDraft()
    // Updates the header's name and the form's stored values.
    await reload()
    await showToast('success', 'User Updated Successfully')
  })
  return (
    <>
      <PageHead title="My profile" />
      <h1 className="page-title">My Profile</h1>
      <Form control={control} onSubmit={submit} button="Update">
        <PrintedTextField control={control} name="name" label="Name" autoComplete="name" />
        <ReadOnlyField label="Email" type="email" value={email} />
        <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="tel" />
        <SelectField
          control={control}
          {...addressInputs.country}
          hint={countries ? undefined : 'The list of countries failed to load.'}
        >
          <option value="">Choose …</option>
          {withOwn(countries ?? [], country).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <PrintedTextField control={control} {...addressInputs.city} />
        <RegionField control={control} />
        <TextField control={control} {...addressInputs.postcode} />
        <PrintedTextField control={control} {...addressInputs.address} />
        <PrintedTextField
          control={control}
          name="company"
          label="Company (optional)"
          autoComplete="organization"
        />
        <PrintedTextField
          control={control}
          name="taxId"
          label="Tax ID (optional)"
          hint="Company and tax ID are printed on your next invoices."
        />
      </Form>
      <p>
        Password, e-mail, two-step sign-in and sessions:{' '}
        <Link to={href('/dashboard/security')}>Security</Link>
      </p>
    </>
  )
}

export const ErrorBoundary = pageError('My profile', 'Your profile', { heading: 'My Profile' })

// product 8.5; a user who was deleted in the meantime is signed out as well.
function errorText(error: unknown): string {
  if (!(error instanceof RestRefusal)) return 'The shop could not be reached. Please try again.'
  return error.status === 401 || error.status === 404 ? 'No user is logged in' : error.message
}

/** Keeps a stored country as an option when the list does not contain it. */
function withOwn(countries: string[], own: string): string[] {
  return own === '' || countries.includes(own) ? countries : [own, ...countries]
}
