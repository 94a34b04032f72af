import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { withProperties } from '#platform/http/route-properties.server.ts'
import styles from './api-docs.css?raw'
import { type ApiDocument, type Operation, type Resolved, resolve, typeText } from './api-type-text.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `/docs`: the OpenAPI document as a page without scripts. */
export function createApiDocs(document: () => ApiDocument): Hono {
  // Made on first request, as the document is.
  let page: string | undefined
  return new Hono()
    .use('/docs/*', withProperties({ cached: [] }))
    .get('/docs', async (c) => {
      page ??= String(await pageOf(document()))
      c.header('Content-Security-Policy', POLICY)
      return c.html(page)
    })
    .get('/docs/page.css', (c) => c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
}

type Html = ReturnType<typeof html>
const list = (parts: Html[]) => parts.map((part) => raw(String(part)))

function pageOf(document: ApiDocument) {
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API | ${info.title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<main>
  <h1>The API of ${info.title}</h1>
  <p>${info.description} All paths are below <code>/api</code>. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
  <nav aria-label="Contents"><ul>
    ${list(tags.map(({ name }) => html`<li><a href="#tag-${name}">${name}</a></li>`))}
    <li><a href="#schemas">schemas</a></li>
  </ul></nav>
  ${list(
    tags.map(
      ({ name, description }) => html`<section aria-labelledby="tag-${name}">
    <h2 id="tag-${name}">${name}</h2>
    <p>${description}</p>
    ${list(
      operations
        .filter(({ operation }) => operation.tags?.includes(name))
        .map(({ path, method, operation }) => operationHtml(document, path, method, operation)),
    )}
  </section>`,
    ),
  )}
  <section aria-labelledby="schemas">
    <h2 id="schemas">schemas</h2>
    ${list(
      Object.entries(components.schemas).map(
        ([name, schema]) => html`<details id="schema-${name}">
      <summary><h3>${name}</h3></summary>
      <pre tabindex="0"><code>${typeText(schema)}</code></pre>
    </details>`,
      ),
    )}
  </section>
</main>
</body>
</html>`
}

function operationHtml(
  document: ApiDocument,
  path: string,
  method: string,
  { operationId, summary, description, parameters = [], requestBody, ...rest }: Operation,
) {
  const responses = Object.entries(rest.responses)
  return html`<details id="${operationId}">
    <summary><h3><code>${method.toUpperCase()} ${path}</code> <span>${summary}</span></h3></summary>
    <p>${description} Access: ${rest['x-access']}.</p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
    <dl>${list(
      parameters.map(
        ({ name, in: place, required, schema, description }) =>
          html`<dt><code>${name}</code>, ${place}${required ? '' : ', optional'}</dt><dd><code>${typeText(schema)}</code> ${description}</dd>`,
      ),
    )}</dl>`
    }
    ${requestBody && html`<h4>Body</h4>${contentHtml(requestBody)}`}
    <h4>Responses</h4>
    <dl>${list(
      responses.map(([status, response]) => {
        const resolved = resolve(document, response)
        return html`<dt><code>${status}</code> ${resolved.description}</dt><dd>${contentHtml(resolved)}</dd>`
      }),
    )}</dl>
  </details>`
}

function contentHtml({ content = {} }: Resolved) {
  return list(
    Object.entries(content).map(
      ([type, { schema }]) =>
        html`<p>${type}</p>${schema && html`<pre tabindex="0"><code>${typeText(schema)}</code></pre>`}`,
    ),
  )
}
