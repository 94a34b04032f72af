import { countryCode } from './countries.ts'

/** The parts of a postal address; the country is a name, and all may be empty. */
export type PostalAddress = {
  street: string
  city: string
  region: string
  postcode: string
  country: string
}

// Formats by country, from Google's address data without its prefixes of postcodes: A is the street, C the
// city, R the region, P the postcode, and | begins a line. Each has all four, so that nothing is lost.
const USUAL = 'A|P C|R'
const AMERICAN = 'A|C, R P'
const FORMATS: Record<string, string> = {
  [AMERICAN]: 'BB BS JP KN SO TW US',
  'A|C R P': 'AS AU CA CC CX FM GU HM MH MP NF PR PW UM VI',
  'A|C R|P': 'CU',
  'A|C, R|P': 'HN IQ',
  'A|C, R, P': 'CO',
  'A|C-R|P': 'BR',
  'A|C|R|P':
    'AE AF AI EG FK GB GG GI GS HK IE IM IO JE JM KE KI KR LK NA NR PA PN RU SC SD SH SR SZ TC TV UA VG ZA',
  'A|C|R, P': 'CN KP',
  'A|C|R P': 'ID KY MN TH VN',
  'A|C P|R': 'BH BM BN BT IL IN JO KH LB LS MT MV NG NP NZ PE SA SG VC',
  'A|C P R': 'PG',
  'A|C P, R': 'VE',
  'A|C, P|R': 'MM',
  'A|C - P|R': 'BD',
  'A|C-P|R': 'PK',
  'A|C|P R': 'PH',
  'A|P C R': 'EE ES IT LT MZ UY',
  'A|P C, R': 'MX',
  'A|P C/R': 'TR',
  'A|P, C|R': 'BY',
  'A|P-C|R': 'SV',
  'A|P- C|R': 'GT',
  'A|P R C': 'RO',
  'A|P|C|R': 'AL AM EC MU OM',
  'A|P|C, R': 'NI',
  'A|R, C|P': 'CR',
  'A|R|C, P': 'LV',
  'C|A|P|R': 'HU',
  'P|R|C|A': 'KZ',
  'R|C|A|P': 'IR',
}

// From large to small, for addresses in the country's own script.
const OWN_SCRIPT_FORMATS: Record<string, string> = {
  'P|RC|A': 'CN HK JP MO TW',
  'R C|A|P': 'KP KR',
}
const OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What countries call their regions, for those whose addresses name them. */
const REGIONS: Record<string, string> = {
  State: 'AS AU BR FM IN MH MP MX MY NG PW US VE VI',
  Province: 'AR CA CN CR CU ES ID IQ IR IT KP KR MN MZ PA PG PH SO TH TR VN',
  County: 'EE IE LT RO TW',
  Region: 'AM BY CL KZ LV PE RU UA UZ',
  Department: 'CO HN NI SV UY',
  Island: 'BS CV KI KN KY PF SC TV',
  District: 'NR SR',
  Parish: 'BB JM',
  Area: 'HK',
  Emirate: 'AE',
  Governorate: 'EG',
  Prefecture: 'JP',
}

const formats = byCountry(FORMATS)
const ownScriptFormats = byCountry(OWN_SCRIPT_FORMATS)
const regions = byCountry(REGIONS)

/**
 * Returns the label of the region field for a country, or null when its addresses have no region. For
 * an unknown or empty country, only a region that is there is shown.
 */
export function regionLabel(country: string, region: string): string | null {
  const code = countryCode(country)
  if (code === undefined) return region === '' ? null : 'State or region'
  return regions.get(code) ?? null
}

/** Returns the region, or an empty text for a country whose forms have no field for it. */
export function regionIn(country: string, region: string): string {
  return regionLabel(country, region) === null ? '' : region
}

/** Returns the lines of an address as its country writes them, with the country's name last. */
export function addressLines(address: PostalAddress): string[] {
  const { street, city, region, postcode, country } = address
  const parts: Record<string, string> = { A: street, C: city, R: region, P: postcode }
  const lines = formatOf(address)
    .split('|')
    .map((line) => fillIn(line, parts))
  return [...lines, country].filter((line) => line !== '')
}

function formatOf({ street, city, region, country }: PostalAddress): string {
  const code = countryCode(country)
  // Without a country, a region makes an American address likely.
  if (code === undefined) return region === '' ? USUAL : AMERICAN
  const own = OWN_SCRIPT.test(street + city) ? ownScriptFormats.get(code) : undefined
  return own ?? formats.get(code) ?? USUAL
}

/** Fills in the parts of a line; the separators beside empty parts are left out. */
function fillIn(line: string, parts: Record<string, string>): string {
  return [...line.matchAll(/([^ACRP]{0,3})([ACRP])/g)].reduce((filled, [, separator, name = '']) => {
    const part = parts[name] ?? ''
    return filled === '' || part === '' ? filled + part : `${filled}${separator}${part}`
  }, '')
}

function byCountry(table: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([value, codes]) =>
      codes.split(' ').map((code): [string, string] => [code, value]),
    ),
  )
}
