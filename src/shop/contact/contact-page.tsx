import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, useSearchParams } from 'react-router'
import { RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { LegalLinks } from '#web/legal-links.tsx'
import { NarrowPage } from '#web/narrow-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import type { Route } from './+types/contact-page'
import type { createContactApi } from './contact-api.server.ts'
import { CONTACT_THANKS, contactForm } from './contact-form.ts'
import { countMessageContext, storeContactMessage } from './contact-messages.server.ts'

export const handle: PageHandle = { cached: [] }

const { contact } = restClient<typeof createContactApi>()

const LARGEST_FORM_BYTES = 64 * 1024

/** Handles the form without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const length = request.headers.get('content-length')
  if (length === null || Number(length) > LARGEST_FORM_BYTES) {
    throw new Response(null, { status: 413 })
  }
  const form = await request.formData().catch(() => {
    throw new Response(null, { status: 400 })
  })
  // A file is not a valid value for a text field.
  const sent: Record<string, string> = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const message = contactForm.safeParse(sent)
  if (!message.success) return { error: message.error.issues[0]?.message, sent }
  try {
    const notice = await context.get(countMessageContext)()
    await storeContactMessage(context.get(databaseContext), message.data, notice)
  } catch (error) {
    if (error instanceof HttpRefusal) return { error: error.message, sent }
    throw error
  }
  return { thanks: CONTACT_THANKS }
}

export default function ContactPage({ actionData }: Route.ComponentProps) {
  const defaultValues = useFirstValues(actionData)
  const form = useForm({ resolver: zodResolver(contactForm), defaultValues })
  const { control, handleSubmit, reset, setError, formState } = form
  const dropDraft = useDraft(form)
  const submit = handleSubmit(async (message) => {
    try {
      await contact.$post({ json: message })
    } catch (error) {
      return setError('root', { message: error instanceof RestRefusal ? error.message : NO_ANSWER })
    }
    dropDraft()
    reset({ ...message, message: '', product: '' })
    await showToast('success', CONTACT_THANKS)
  })
  return (
    <NarrowPage
      title="Contact"
      description="Write to us about a tool, an order or a job that needs a special tool."
      path={href('/contact')}
    >
      {actionData?.thanks && <p role="status">{actionData.thanks}.</p>}
      <Form
        control={control}
        onSubmit={submit}
        error={formState.errors.root?.message ?? actionData?.error}
        button="Send Message"
        worksWithoutScript
      >
        <TextField control={control} name="name" label="Name" autoComplete="name" />
        <TextField control={control} name="email" label="Email" type="email" autoComplete="email" />
        <TextField
          control={control}
          name="product"
          label="Product"
          hint="If your message is about one of our tools"
        />
        <TextAreaField control={control} name="message" label="Message" />
      </Form>
      <LegalLinks pages={['imprint', 'privacy']} />
    </NarrowPage>
  )
}

const NO_ANSWER = 'The shop could not be reached. Your message is still here. Please try again.'

/**
 * Returns the refused values of a form sent without JavaScript, else the known ones: the current
 * user and the product.
 */
function useFirstValues(actionData: Route.ComponentProps['actionData']) {
  const currentUser = useCurrentUser()
  const [query] = useSearchParams()
  const blank = { name: '', email: '', product: '', message: '' }
  if (actionData?.sent) return { ...blank, ...actionData.sent }
  return {
    ...blank,
    name: currentUser?.displayName ?? '',
    email: currentUser?.email ?? '',
    product: query.get('product') ?? '',
  }
}
