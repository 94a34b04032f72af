import { z } from '@hono/zod-openapi'
import { countryCodes, countryName } from '#platform/countries.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { publicJson } from '#shop/auth/access/json-routes.server.ts'

const countryNames = countryCodes.map(countryName).sort((a, b) => a.localeCompare(b, 'en'))

export function createCountriesApi() {
  return restApi({
    listCountries: publicJson({
      endpoint: 'GET /countries',
      summary: 'List country names',
      answer: 'The English names of all countries',
      json: z.array(z.string()),
      cacheControl: 'public, max-age=86400',
      respond: async () => countryNames,
    }),
  })
}
