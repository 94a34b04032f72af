import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Form } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PriceField } from './price-field.tsx'
import { TextField } from './text-field.tsx'

type Values = { city: string; pieces: number; price: number; secret: string }

function TestForm({ send }: { send: (values: Values) => void }) {
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: { city: '', pieces: 12, price: 7.9, secret: '' },
  })
  const submit = handleSubmit((values) => {
    send(values)
    if (values.city === '') setError('city', { message: 'Enter a city' })
  })
  return (
    <Form control={control} onSubmit={submit} button="Send">
      <NumberField control={control} name="pieces" label="Pieces" />
      <PriceField control={control} name="price" label="Price" />
      <PasswordField control={control} name="secret" label="Secret" autoComplete="new-password" />
      <TextField control={control} name="city" label="City" />
    </Form>
  )
}

async function openForm(send: (values: Values) => void = () => {}) {
  await render(<TestForm send={send} />)
}

const field = (label: string) => page.getByLabelText(label, { exact: true })
const submit = () => page.getByRole('button', { name: 'Send' }).click()

/** What a form sends of a field after a text was typed. */
async function sentFor(label: 'Pieces' | 'Price', text: string) {
  const send = vi.fn<(values: Values) => void>()
  await openForm(send)
  await field(label).fill(text)
  await submit()
  await vi.waitFor(() => expect(send).toHaveBeenCalled())
  const [values] = send.mock.calls[0] ?? []
  return label === 'Pieces' ? values?.pieces : values?.price
}

test.each([
  ['1,250', 1250],
  ['1.250', 1250],
  ['1 250', 1250],
  ['7', 7],
])('a number typed as %s is sent as %i', async (text, number) => {
  expect(await sentFor('Pieces', text)).toBe(number)
})

test.each([
  ['7.5', 7.5],
  ['7,50', 7.5],
  ['1,250.00', 1250],
])('a price typed as %s is sent as %d', async (text, price) => {
  expect(await sentFor('Price', text)).toBe(price)
})

test('a price gets its cents when the field is left, and a wrong one stays as typed', async () => {
  await openForm()
  await field('Price').fill('8')
  await userEvent.tab()
  await expect.element(field('Price')).toHaveValue('8.00')
  await field('Price').fill('8.555')
  await userEvent.tab()
  await expect.element(field('Price')).toHaveValue('8.555')
})

test('a password can be shown while it is typed', async () => {
  await openForm()
  await field('Secret').fill('correct horse')
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect.element(field('Secret')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide what is typed' }).click()
  await expect.element(field('Secret')).toHaveAttribute('type', 'password')
  await expect.element(field('Secret')).toHaveValue('correct horse')
})

test('after a refusal the first wrong field has the focus, and its error describes it', async () => {
  await openForm()
  await submit()
  await expect.element(field('City')).toHaveFocus()
  await expect.element(field('City')).toHaveAccessibleDescription(/Enter a city/)
})
