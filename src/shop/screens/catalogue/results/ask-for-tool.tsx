import { href } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { InputField } from '#ui/forms/input-field.tsx'

const LONGEST_PRODUCT = 100

/** The contact form with the search filled in; it posts to the contact page, which keeps this page small. */
export function AskForTool({ searched }: { searched: string }) {
  const currentUser = useCurrentUser()
  return (
    <section className="panel max-w-form" aria-labelledby="ask-for-tool">
      <h2 className="section-title mb-16" id="ask-for-tool">
        Ask for this tool
      </h2>
      <p>We make tools to order. Tell us what you need, and we answer by e-mail.</p>
      <form className="form mt-16" method="post" action={href('/contact')}>
        <InputField
          label="Name"
          name="name"
          required
          maxLength={100}
          autoComplete="name"
          defaultValue={currentUser?.displayName}
        />
        <InputField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          defaultValue={currentUser?.email}
        />
        <InputField
          key={searched}
          label="Product"
          name="product"
          maxLength={LONGEST_PRODUCT}
          defaultValue={[...searched].slice(0, LONGEST_PRODUCT).join('')}
        />
        <Field label="Message" hint="Size, quantity, and what it is for">
          {(aria) => (
            <textarea {...aria} name="message" className="field-input" rows={4} required maxLength={2000} />
          )}
        </Field>
        <Button type="submit">Send Message</Button>
      </form>
    </section>
  )
}
