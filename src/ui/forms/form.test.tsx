import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Form } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PriceField } from './price-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'

const values = {
  city: 'Malmö',
  pieces: 12,
  price: 7.9,
  note: 'Ring twice',
  country: 'SE',
  secret: '',
}

function TestForm({ errors }: { errors?: Record<string, { type: string; message: string }> }) {
  const { control, handleSubmit } = useForm({ defaultValues: values, ...(errors && { errors }) })
  return (
    <Form control={control} onSubmit={handleSubmit(() => {})} button="Send">
      <TextField control={control} name="city" label="City" hint="Where it goes" />
      <NumberField control={control} name="pieces" label="Pieces" />
      <PriceField control={control} name="price" label="Price" />
      <TextAreaField control={control} name="note" label="Note" />
      <SelectField control={control} name="country" label="Country">
        <option>DK</option>
        <option>SE</option>
      </SelectField>
      <PasswordField control={control} name="secret" label="Secret" autoComplete="new-password" />
    </Form>
  )
}

test('the server’s HTML has the values that a form begins with', () => {
  const html = renderToStaticMarkup(<TestForm />)
  expect(html).toMatch(/<input [^>]*name="city"[^>]* value="Malmö"/)
  expect(html).toMatch(/<input [^>]*inputMode="numeric"[^>]* value="12"/)
  expect(html).toMatch(/<input [^>]*name="price"[^>]* value="7.90"/)
  expect(html).toMatch(/<textarea [^>]*name="note"[^>]*>Ring twice</)
  expect(html).toContain('<option selected="">SE</option>')
  expect(html).not.toContain('aria-invalid')
})

test('each input has a label, and a hint that describes it', () => {
  const html = renderToStaticMarkup(<TestForm />)
  for (const label of ['City', 'Pieces', 'Price', 'Note', 'Country', 'Secret']) {
    const [, id = ''] = new RegExp(`for="([^"]+)">${label}</label>`).exec(html) ?? []
    expect(html).toMatch(new RegExp(`<(input|textarea|select) [^>]*id="${id}"`))
  }
  const [, note] = /aria-describedby="([^"]+)"[^>]*name="city"/.exec(html) ?? []
  expect(html).toContain(`<p id="${note}" class="field-hint" aria-live="polite">Where it goes</p>`)
})

test('a field’s error replaces its hint and marks the field', () => {
  const html = renderToStaticMarkup(
    <TestForm errors={{ city: { type: 'refused', message: 'No such city' } }} />,
  )
  expect(html).toMatch(/<input [^>]*aria-invalid="true"[^>]*name="city"/)
  expect(html).toContain('class="field-error" aria-live="polite">No such city</p>')
  expect(html).not.toContain('Where it goes')
})
