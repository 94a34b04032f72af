-- Statistics of a partial index are not used: each spelling of a SKU seemed to be of thousands of products,
-- and a search for some of them read all.
create statistics product_sku_letters on sku_letters(sku) from product;
analyze product;
