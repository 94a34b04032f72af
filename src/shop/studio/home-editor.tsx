import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createSiteTextsApi, SiteTexts } from '#shop/portfolio/site-texts-api.server.ts'
import { formOfHome, homeOf } from '#shop/portfolio/text-values.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { Item, keyOf, TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ToolsField } from './tools-field.tsx'

const { texts } = apiClient<typeof createSiteTextsApi>()

/** Edits the home page: its picture and words, its tools, and which sections it shows. */
export function HomeEditor({ home: { version, ...home } }: { home: SiteTexts['home'] }) {
  const form = useTexts(
    'home',
    formOfHome(home),
    (values) => texts.home.$put({ json: { ...homeOf(values), version } }),
    { versions: { current: version, valuesOf: formOfHome } },
  )
  const { control, values } = form
  return (
    <TextsForm title="Home" button="Save home" form={form}>
      <TextField control={control} name="title" label="Banner" />
      <TextAreaField control={control} name="line" label="Text below" rows={3} />
      <SmallImageField
        control={control}
        name="image"
        label="Picture"
        hint="Behind the banner, over the whole width; 2000 × 900 works best."
        isOfBrand
      />
      <Item legend="Sections">
        <CheckboxField control={control} name="shown.categories" label="Categories" />
        <CheckboxField control={control} name="shown.tools" label="Six tools" />
        <TextField control={control} name="toolsTitle" label="Heading of the tools" />
        <ToolsField control={control} />
        <CheckboxField control={control} name="shown.reviews" label="Reviews" />
        <TextField control={control} name="reviewsTitle" label="Heading of the reviews" />
        <CheckboxField control={control} name="shown.join" label="Invitation" />
        <TextField control={control} name="joinTitle" label="Heading of the invitation" />
        <CheckboxField control={control} name="shown.figures" label="Figures" />
      </Item>
      <MarkdownField control={control} name="joinText" label="Text of the invitation" />
      {values.statistics.map((_, at) => (
        <Item key={keyOf(at)} legend={`Figure ${at + 1}`}>
          <TextField control={control} name={`statistics.${at}.what`} label="What" />
          <TextField control={control} name={`statistics.${at}.howMany`} label="How many" />
        </Item>
      ))}
    </TextsForm>
  )
}
