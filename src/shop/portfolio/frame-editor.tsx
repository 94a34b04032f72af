import { headPages, headPaths } from '#platform/http/head-pages.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Item, keyOf, TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { formOfFrame, frameOfForm } from './frame-values.ts'
import type { createSiteTextsApi, SiteTexts } from './site-texts-api.server.ts'

const { texts } = apiClient<typeof createSiteTextsApi>()

/** Edits what is around all pages: menu, footer, and titles for search engines. */
export function FrameEditor({ frame: { version, ...frame } }: { frame: SiteTexts['frame'] }) {
  const form = useTexts(
    'frame',
    formOfFrame(frame),
    (values) => texts.frame.$put({ json: { ...frameOfForm(values), version } }),
    { versions: { current: version, valuesOf: formOfFrame } },
  )
  const { control, values } = form
  return (
    <TextsForm title="Menu and footer" button="Save menu and footer" form={form}>
      <Item legend="Menu">
        <CheckboxField control={control} name="hasPortfolio" label="Show the portfolio" />
        <TextField control={control} name="portfolioName" label="Name of the portfolio" />
      </Item>
      <TextField control={control} name="footer.about" label="Footer: text below the name" />
      {values.footer.columns.map((_, at) => (
        <Item key={keyOf(at)} legend={`Footer: column ${at + 1}`}>
          <TextField control={control} name={`footer.columns.${at}.heading`} label="Heading" />
          <TextAreaField
            control={control}
            name={`footer.columns.${at}.lines`}
            label="Lines"
            hint="One per line: the text, then | and where it leads, such as Planes | /tools/category/planes, Imprint | /pages/imprint or Maps | https://… Without | it is only a text."
            rows={4}
          />
        </Item>
      ))}
      <TextField control={control} name="footer.end" label="Footer: last line" />
      <details>
        <summary>Titles and descriptions for search engines</summary>
        {headPaths.map((path, at) => (
          <Item key={path} legend={headPages[path]}>
            <TextField control={control} name={`heads.${at}.title`} label="Title" />
            <TextField control={control} name={`heads.${at}.description`} label="Description" />
          </Item>
        ))}
      </details>
    </TextsForm>
  )
}
