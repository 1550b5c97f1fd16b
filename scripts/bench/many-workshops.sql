-- Adds :count workshops to the matrix, evenly over its cells.
insert into public.matrix_workshops (title, duration_hours, price_chf, category_id, target_group_id, level_id)
  select w.title || ' ' || n, w.duration_hours, w.price_chf, w.category_id, w.target_group_id, w.level_id
  from generate_series(1, :count) n
  join (
    select *, row_number() over (order by id) - 1 as number, count(*) over () as all_of_them
    from public.matrix_workshops
  ) w on w.number = n % w.all_of_them;
