import { z } from '@hono/zod-openapi'
import { countryCodes, countryName } from '#platform/countries.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'

const countryNames = countryCodes.map(countryName).sort((a, b) => a.localeCompare(b, 'en'))

export function createCountriesApi() {
  return restApi(
    publicRoute({
      endpoint: 'GET /countries',
      operationId: 'listCountries',
      summary: 'List country names',
      responses: { 200: answers('The English names of all countries', z.array(z.string())) },
      respond: (c) => {
        c.header('Cache-Control', 'public, max-age=86400')
        return c.json(countryNames, 200)
      },
    }),
  )
}
