import type { RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { BrandJson, createBrandApi } from '#shop/brand/brand-api.server.ts'
import { businessForm } from '#shop/brand/business-form.ts'
import { Item, TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { unprintableNote } from '#web/unprintable-letters.ts'
import { useUsual } from './brand-editor.tsx'

const api = apiClient<typeof createBrandApi>()

type BusinessEditorProps = { brand: BrandJson; version: RefObject<number> }

/** Edits who sells, the tax, the lowest price, and what is mailed. */
export function BusinessEditor({ brand, version }: BusinessEditorProps) {
  const usual = useUsual()
  const { settings } = brand
  const send = async (values: typeof first) => {
    const json = { ...values, version: version.current }
    version.current = (await api.brand.$put({ json })).version
  }
  const first = businessForm.parse(brand)
  const form = useTexts('business', first, send, { saved: 'Business saved' })
  const { control } = form
  const [address, bank] = useWatch({ control, name: ['sellerAddress', 'bank'] })
  return (
    <TextsForm title="Business" button="Save business" form={form}>
      <Item legend="Seller">
        <PrintedTextField
          control={control}
          name="sellerName"
          label="Name on documents"
          hint={`For orders and documents from now on; earlier ones stay.${usual(settings.sellerName || settings.name)}`}
        />
        <TextAreaField
          control={control}
          name="sellerAddress"
          label="Address"
          rows={3}
          hint={unprintableNote(address) ?? usual(settings.sellerAddress.replaceAll('\n', ', '))}
        />
        <PrintedTextField control={control} name="taxId" label="Tax ID" hint={usual(settings.taxId)} />
        <TextAreaField
          control={control}
          name="bank"
          label="Bank account"
          rows={2}
          hint={unprintableNote(bank) ?? 'Below the seller on documents.'}
        />
        <PrintedTextField
          control={control}
          name="taxName"
          label="Name of the tax"
          hint={usual(settings.taxName)}
        />
        <TextField
          control={control}
          name="taxPercent"
          label="Tax in percent"
          hint={`On net prices of new orders; an order keeps the rate of its day.${usual(settings.taxPercent, `${settings.taxPercent} %`)}`}
          inputMode="decimal"
        />
        <TextField
          control={control}
          name="timeZone"
          label="Time zone"
          hint={`In which days of price lists begin and end, such as America/New_York.${usual(settings.timeZone)}`}
        />
        <TextAreaField
          control={control}
          name="carriers"
          label="Carriers"
          rows={4}
          hint={`One in each line; a tracking page as in UPS=https://www.ups.com/track?tracknum={number}.${usual(settings.carriers)}`}
        />
      </Item>
      <Item legend="Prices">
        <TextField
          control={control}
          name="lowestPrice"
          label="Lowest price in dollars"
          hint="From 0.05. A minimum order must come to $0.50 at least. Leave empty to use 5."
          inputMode="decimal"
        />
      </Item>
      <Item legend="Mails">
        <TextAreaField
          control={control}
          name="mailGreeting"
          label="Greeting"
          rows={2}
          hint="Above the text of every mail."
        />
        <TextAreaField
          control={control}
          name="mailClosing"
          label="Closing"
          rows={3}
          hint="Below the text of every mail."
        />
        <SelectField
          control={control}
          name="orderMails"
          label="Mail about new orders"
          hint="To the contact e-mail. Of more than 20 orders in an hour, one mail tells all."
        >
          <option value="each">Each order</option>
          <option value="hourly">Once an hour</option>
          <option value="daily">Once a day</option>
          <option value="never">Never</option>
        </SelectField>
        <CheckboxField
          control={control}
          name="weeklyMail"
          label="On Mondays a mail about the week: sales, searches without result, stock that ends"
        />
      </Item>
    </TextsForm>
  )
}
