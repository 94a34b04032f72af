-- Orders whose own payment is still stored although another one, of several orders, paid them.
create index purchase_superseded_intent on purchase (id)
  where status = 'paid' and payment_intent_id <> transaction_id;
