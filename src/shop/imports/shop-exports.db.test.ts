import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { rowsOf, upload } from './testing/import-calls.ts'

const long = 'Forged from chrome vanadium steel and hardened. '.repeat(4).trim()

/** Own rows below the headings of other programs, and what is chosen to take them. */
const exports: [program: string, file: string, choices: Record<string, string>][] = [
  [
    'Shopify',
    `Handle,Title,Body (HTML),Vendor,Product Category,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode,Status
ratchet-72,Ratchet 72,${long},Forgewell,Ratchets,a,TRUE,Title,Default,R-72,350,40,25.00,4006381333931,active`,
    { '+minQuantity': '1', '+description': 'A tool of our own forge' },
  ],
  [
    'WooCommerce',
    `ID,Type,SKU,Name,Published,Is featured?,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Images
11,simple,R-72,Ratchet 72,1,0,Ratchet with 72 teeth,${long},1,40,0.35,,25.00,Ratchets,`,
    { '+minQuantity': '1', 'Short description': 'description', 'In stock?': '' },
  ],
  [
    'Magento',
    `sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,price,qty,min_cart_qty,base_image
R-72,,Default,simple,Default Category/Ratchets,Ratchet 72,${long},350,25.00,40,1,`,
    { description: 'description:long', categories: 'category:path' },
  ],
  [
    'PrestaShop',
    `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;Reference #;EAN13;Quantity;Minimal quantity;Short description;Weight
1;1;Ratchet 72;Ratchets;25,00;1;4,20;R-72;4006381333931;40;25;Ratchet with 72 teeth;350`,
    {},
  ],
  [
    'Sylius',
    `Code,Name,Description,Price,On hand,Main taxon
R-72,Ratchet 72,Ratchet with 72 teeth,25.00,40,Ratchets`,
    { Code: 'sku', '+minQuantity': '1' },
  ],
  [
    'Vendure',
    `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory
Ratchet 72,ratchet-72,Ratchet with 72 teeth,,category:Ratchets,,,R-72,25.00,standard,40,false`,
    { '+minQuantity': '1' },
  ],
  [
    'an ERP like SAP',
    `Material;Materialkurztext;MatKl;Preis;WAERS;KPEIN;KMEIN;LABST;MINBM;Bruttogewicht;GEWEI
R-72;Ratsche 72 Zähne;Ratchets;2.500,00;USD;100;ST;40;10;0,35;KG`,
    { Material: 'sku', '+description': 'Ratsche mit 72 Zähnen', Preis: 'perPrice' },
  ],
  [
    'a list like DATEV',
    `Artikelnummer;Artikelbezeichnung;Kurztext;VK netto;Währung;Einheit;Steuersatz;Warengruppe;Bestand
R-72;Ratsche 72;Ratsche mit 72 Zähnen;25,00;USD;Stk;19;Ratchets;40`,
    { '+minQuantity': '1' },
  ],
  [
    'a French list',
    `Référence;Désignation;Description courte;Prix HT;Quantité;Quantité minimale;Poids (kg);Catégorie
R-72;Cliquet 72;Cliquet à 72 dents;25,00;40;10;0,35;Ratchets`,
    {},
  ],
  [
    'a Spanish list',
    `Referencia;Nombre;Descripción;Precio;Existencias;Cantidad mínima;Peso (kg);Categoría
R-72;Carraca 72;Carraca de 72 dientes;25,00;40;10;0,35;Ratchets`,
    {},
  ],
]

test.each(exports)('products of %s are added with at most four choices', async (_, file, choices) => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  expect(Object.keys(choices).length).toBeLessThanOrEqual(4)
  const { body } = await upload(shop, owen, file, {
    makesCategories: 'true',
    mapping: JSON.stringify(choices),
  })
  const [row] = await rowsOf(owen, body._id)
  expect({ questions: body.questions, reasons: row?.reasons, state: row?.state }).toEqual({
    questions: [],
    reasons: [],
    state: 'new',
  })
  const values = Object.fromEntries(row?.changes.map(({ field, to }) => [field, to]) ?? [])
  expect(values).toMatchObject({ sku: 'R-72', perPrice: 25 })
  expect(values.quantity ?? values.onShelf).toBe(40)
  if (values.weight !== undefined) expect(values.weight).toBe(350)
})
