const apiBase = new URL('v1/', document.currentScript.src)

/** Calls the API with the publishable key. Returns the object, or `{ error }` in Stripe's shape. */
export async function callApi(publishableKey, method, path, parameters) {
  const form = new URLSearchParams(formFields(parameters))
  const url = new URL(path, apiBase)
  if (method === 'GET') url.search = form.toString()
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(method === 'POST' && { body: form }),
    })
    return await response.json()
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

/** Encodes nested data as form fields with brackets. Omits undefined and null. */
function formFields(data, prefix = '') {
  return Object.entries(data).flatMap(([name, value]) => {
    const field = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null || value === '') return []
    return typeof value === 'object' ? formFields(value, field) : [[field, String(value)]]
  })
}
