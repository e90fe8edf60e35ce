-- Returns a search that matches when, for each word, a stored word begins with it. Null without a word.
create or replace function public.parse_search(input text)
returns tsquery
language sql immutable strict parallel safe
as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(split_words(input)) word
$$;
