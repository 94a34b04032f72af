import { html, raw } from 'hono/html'
import { publicUrlOf } from '#platform/http/site.ts'
import { mailImageUrl } from '#platform/images/image-url.ts'
import type { MailDraft, MailItem, MailSender } from './mail-draft.server.ts'

// Mail clients support tables and inline styles; those that support <style> also get dark colours and narrow edges.
const sheet = (accent: string) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .edge { padding-left: 18px !important; padding-right: 18px !important; }
    .button { display: block !important; margin-right: 0 !important; text-align: center; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #161718 !important; }
    .panel { background: #1f2123 !important; border-color: #36393d !important; border-top-color: ${accent} !important; }
    .next { background: #292c2f !important; }
    .ink { color: #ececec !important; }
    .soft { color: #a9adb2 !important; }
    .line { border-color: #36393d !important; }
  }`
const LETTERS = "font-family:Archivo,'Helvetica Neue',Arial,sans-serif;"
const INK = `${LETTERS}color:#1b1c1e;font-size:16px;line-height:1.5;`
const SOFT = `${LETTERS}color:#53565a;font-size:14px;line-height:1.5;`
const LINE = 'border-top:1px solid #cccdd0;'
/** Further items have no picture, so that a mail of 200 lines loads soon and no client cuts it. */
const MOST_PICTURES = 20

/** Returns the HTML of a mail, which reads as well without images. The draft's texts are escaped. */
export function mailPage(site: MailSender, draft: MailDraft): string {
  const accent = site.look?.accent ?? '#c4161c'
  const { greeting, closing } = site.mailTexts ?? {}
  const paragraphs = [...(greeting ? [greeting] : []), ...draft.paragraphs]
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${draft.subject}</title>
  <style>${raw(sheet(accent))}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#ebebeb;">
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#ebebeb;">
<tr><td align="center" style="padding:16px 8px;">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="panel" style="max-width:600px;background:#ffffff;border:1px solid #cccdd0;border-top:4px solid ${accent};">
    ${row('14px', brand(site), '#161718')}
    ${row('24px', html`<h1 class="ink" style="margin:0;${INK}font-size:24px;line-height:1.25;">${draft.heading}</h1>`)}
    ${row('0', paragraphs.map(paragraph))}
    ${draft.next && row('16px', nextBox(draft.next))}
    ${draft.button && row('8px', [button(site, draft.button, accent), button(site, draft.secondButton)])}
    ${draft.items?.length ? row('20px', itemTable(site, draft.items)) : ''}
    ${draft.sums?.length ? row('0', sumTable(draft.sums)) : ''}
    ${draft.details?.length ? row('16px', detailTable(draft.details)) : ''}
    ${closing && row('8px', paragraph(closing))}
    ${row('24px', footer(site, draft))}
  </table>
</td></tr>
</table>
</main>
</body>
</html>`
  return page.toString()
}

/** A row of the mail. The header's has its own ground and the same space below, the others none. */
function row(space: string, content: unknown, ground?: string) {
  const own = ground ? `background:${ground};padding-bottom:${space};` : ''
  return html`<tr><td class="edge" style="padding:${space} 28px 0;${own}">${content}</td></tr>`
}

/** The shop's logo and name; a logo that contains the name stands alone. */
function brand({ look, name, publicUrl }: MailSender) {
  const alone = look?.logoHasName ? name : ''
  const logo =
    look?.darkLogo &&
    html`<img src="${publicUrlOf({ publicUrl }, mailImageUrl(look.darkLogo))}" alt="${alone}" height="32" style="margin-right:10px;vertical-align:middle;">`
  return html`<a href="${publicUrl}" style="${LETTERS}color:#f2f2f2;font-size:18px;font-weight:700;line-height:32px;text-decoration:none;">${logo}${logo && alone ? '' : name}</a>`
}

function paragraph(text: string) {
  return html`<p class="ink" style="margin:12px 0 0;${INK}white-space:pre-line;">${text}</p>`
}

function nextBox(text: string) {
  return html`<p class="ink next" style="margin:0;padding:12px 16px;background:#f1f1f0;${INK}white-space:pre-line;"><strong>What comes next</strong>
${text}</p>`
}

/** At least 44 pixels high; the main one is filled. */
function button(site: MailSender, button: MailDraft['button'], accent?: string) {
  const colours = accent
    ? `background:${accent};border:1px solid ${accent};color:#ffffff;`
    : 'border:1px solid #8b8f94;color:#1b1c1e;'
  return (
    button &&
    html`<a class="button${accent ? '' : ' ink'}" href="${publicUrlOf(site, button.path)}" style="display:inline-block;margin:8px 8px 0 0;padding:12px 22px;${LETTERS}font-size:16px;line-height:22px;font-weight:600;text-decoration:none;border-radius:3px;${colours}">${button.label}</a>`
  )
}

function itemTable(site: MailSender, items: MailItem[]) {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${SOFT}">${items.map(
    ({ name, label, note, amount, image }, index) => html`
    <tr>${picture(site, index < MOST_PICTURES ? image : undefined)}
      <td valign="top" class="soft line" style="padding:10px 12px 10px 0;${LINE}"><span class="ink" style="color:#1b1c1e;font-size:16px;">${name}</span><br>${label}${note && ` · ${note}`}</td>
      ${amount && html`<td width="84" valign="top" align="right" class="ink line" style="padding:10px 0;${LINE}color:#1b1c1e;font-size:16px;">${amount}</td>`}
    </tr>`,
  )}</table>`
}

/** The name beside it says what it shows. */
function picture(site: MailSender, image: string | undefined) {
  return (
    image &&
    html`<td width="68" valign="top" class="line" style="padding:10px 0;${LINE}"><img src="${publicUrlOf(site, mailImageUrl(image))}" alt="" width="56" style="display:block;max-height:56px;object-fit:contain;background:#ffffff;border-radius:3px;"></td>`
  )
}

function sumTable(sums: [string, string][]) {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="${LINE}padding:8px 0;">${sums.map(
    ([label, amount], index) => html`
    <tr>
      <td align="right" class="soft" style="padding:2px 16px;${SOFT}">${label}</td>
      <td width="84" align="right" class="ink" style="padding:2px 0;${INK}white-space:nowrap;font-variant-numeric:tabular-nums;${index === sums.length - 1 ? 'font-weight:700;' : ''}">${amount}</td>
    </tr>`,
  )}</table>`
}

function detailTable(details: [string, string][]) {
  return html`<table width="100%" cellpadding="0" cellspacing="0">${details.map(
    ([label, value]) => html`
    <tr>
      <th scope="row" width="30%" align="left" valign="top" class="soft line" style="padding:9px 12px 7px 0;${LINE}${SOFT}font-weight:400;">${label}</th>
      <td valign="top" class="ink line" style="padding:7px 0;${LINE}${INK}white-space:pre-line;word-break:break-word;">${value}</td>
    </tr>`,
  )}</table>`
}

function footer(site: MailSender, { note }: MailDraft) {
  return html`<p class="soft line" style="margin:0;padding:16px 0 24px;${LINE}${SOFT}">${note}${note ? raw('<br>') : ''}${site.name}, <a class="soft" href="${site.publicUrl}" style="color:#53565a;">${site.publicUrl}</a></p>`
}
