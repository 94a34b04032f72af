import { html, raw } from 'hono/html'
import { publicUrlOf } from '#platform/http/site.ts'
import { iconUrl } from '#platform/images/image-url.ts'
import type { MailDraft, MailSender } from './mail-draft.server.ts'

// Mail clients support tables and inline styles; those that support <style> also get dark colours.
const darkStyle = (accent: string) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #161718 !important; }
    .panel { background: #1f2123 !important; border-color: #36393d !important; border-top-color: ${accent} !important; }
    .ink { color: #ececec !important; }
    .soft { color: #a9adb2 !important; }
    .line { border-color: #36393d !important; }
  }`
const ACCENT = '#c4161c'
const LETTERS = "font-family:Archivo,'Helvetica Neue',Arial,sans-serif;"
const INK = `${LETTERS}color:#1b1c1e;font-size:16px;line-height:1.55;`
const SOFT = `${LETTERS}color:#53565a;font-size:14px;line-height:1.5;`
const LINE = 'border-top:1px solid #cccdd0;'
const EDGE = 'padding-left:28px;padding-right:28px;'

/** Returns the HTML of a mail. The draft's texts are escaped. */
export function mailPage(site: MailSender, draft: MailDraft): string {
  const accent = site.look?.accent ?? ACCENT
  const { greeting, closing } = site.mailTexts ?? {}
  const paragraphs = [...(greeting ? [greeting] : []), ...draft.paragraphs]
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${draft.subject}</title>
  <style>${raw(darkStyle(accent))}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#ebebeb;">
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#ebebeb;">
<tr><td align="center" style="padding:24px 12px;">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="panel" style="max-width:560px;background:#f7f7f6;border:1px solid #cccdd0;border-top:4px solid ${accent};">
    <tr><td style="background:#161718;padding-top:16px;padding-bottom:16px;${EDGE}">
      <a href="${site.publicUrl}" style="${LETTERS}color:#f2f2f2;font-size:18px;font-weight:700;text-decoration:none;">${logo(site)}${site.name}</a>
    </td></tr>
    <tr><td style="padding-top:28px;${EDGE}">
      <h1 class="ink" style="margin:0;${INK}font-size:24px;line-height:1.25;">${draft.heading}</h1>
    </td></tr>
    <tr><td style="padding-top:4px;${EDGE}">${paragraphs.map(paragraph)}</td></tr>
    ${detailsTable(draft)}
    ${buttonRow(site, draft)}
    ${closing ? html`<tr><td style="padding-top:12px;${EDGE}">${paragraph(closing)}</td></tr>` : ''}
    <tr><td style="padding-top:28px;padding-bottom:24px;${EDGE}">
      <p class="soft line" style="margin:0;padding-top:16px;${LINE}${SOFT}">${draft.note}${draft.note ? raw('<br>') : ''}${site.name}, <a class="soft" href="${site.publicUrl}" style="color:#53565a;">${site.publicUrl}</a></p>
    </td></tr>
  </table>
</td></tr>
</table>
</main>
</body>
</html>`
  return page.toString()
}

function logo(site: MailSender) {
  const image = site.look?.darkLogo
  if (!image) return ''
  const url = publicUrlOf(site, iconUrl(image))
  return html`<img src="${url}" alt="" width="32" height="32" style="margin-right:10px;vertical-align:middle;">`
}

function paragraph(text: string) {
  return html`<p class="ink" style="margin:12px 0 0;${INK}white-space:pre-line;">${text}</p>`
}

function detailsTable({ details }: MailDraft) {
  if (!details) return ''
  return html`<tr><td style="padding-top:20px;${EDGE}">
      <table width="100%" cellpadding="0" cellspacing="0">${details.map(
        ([label, value]) => html`
        <tr>
          <th scope="row" align="left" valign="top" class="soft line" style="padding:10px 16px 10px 0;${LINE}${SOFT}font-weight:400;white-space:nowrap;">${label}</th>
          <td align="right" valign="top" class="ink line" style="padding:8px 0;${LINE}${INK}font-weight:600;white-space:pre-line;word-break:break-word;">${value}</td>
        </tr>`,
      )}</table>
    </td></tr>`
}

function buttonRow(site: MailSender, { button }: MailDraft) {
  if (!button) return ''
  return html`<tr><td style="padding-top:24px;${EDGE}">
      <a href="${site.publicUrl}${button.path}" style="display:inline-block;padding:12px 24px;background:${site.look?.accent ?? ACCENT};${LETTERS}color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border-radius:3px;">${button.label}</a>
    </td></tr>`
}
