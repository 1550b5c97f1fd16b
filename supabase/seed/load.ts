import type { Database } from '../local-backend/database/database.ts';
import { type Content, readContent } from './content.ts';
import { administratorId, openDemo } from './demo.ts';
import { draftsOf } from './drafts.ts';
import { stableId } from './references.ts';
import { contentRows, type Rows } from './rows.ts';

/** Fills an empty, migrated database with the content of this folder, dated relative to now: all of it or nothing. */
export async function loadContent(database: Database): Promise<void> {
  await fill(database, readContent(), null);
}

export async function loadDemo(database: Database): Promise<void> {
  await fillDemo(database, readContent());
}

export function fillDemo(database: Database, content: Content): Promise<void> {
  return database.transaction(async (transaction) => {
    await openDemo(transaction);
    await fill(transaction, content, administratorId);
    await saveDrafts(transaction, content);
  });
}

/** As the administrator, who may publish them. */
async function saveDrafts(database: Database, content: Content): Promise<void> {
  const actAs = (uid: string) => database.query("select set_config('request.jwt.claim.sub', $1, true)", [uid]);
  await actAs(administratorId);
  for (const { relation, id, columns, publishAt } of draftsOf(content, new Date())) {
    await database.query('select private.save_draft($1, $2, $3::text::jsonb, publish_at => $4)', [
      relation,
      id,
      JSON.stringify(columns),
      publishAt,
    ]);
  }
  await actAs('');
}

/** Uploads, as Storage keeps them, each shown as it is until the process of pictures has made its sizes. */
async function storeUploads(database: Database, { pictures }: Content): Promise<void> {
  for (const { name, bytes } of pictures) {
    await database.query(
      `with stored as (
         insert into storage.objects (bucket_id, name, metadata)
         values ('pictures', $1, jsonb_build_object('mimetype', 'image/webp', 'size', octet_length($2::bytea)))
         on conflict do nothing returning id
       )
       insert into storage.contents (object, bytes) select id, $2::bytea from stored`,
      [stableId('picture', name), bytes],
    );
    const size = { type: 'image/webp', width: 960, height: 540 };
    await database.query(
      `select private.size_picture_part($1::uuid, $2::text::jsonb), private.size_picture_done($1::uuid, $3::text::jsonb)`,
      [
        stableId('picture', name),
        JSON.stringify({ ...size, data: bytes.toString('base64') }),
        JSON.stringify({ ...size, bytes: bytes.length }),
      ],
    );
  }
}

/** Inserts the rows with one statement for each table. */
export async function insertRows(database: Database, rows: Rows): Promise<void> {
  for (const [table, [first, ...others]] of Object.entries(rows)) {
    if (!first) continue;
    const columns = Object.keys(first).join(', ');
    await database.query(
      `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
      [JSON.stringify([first, ...others])],
    );
  }
}

function fill(database: Database, content: Content, author: string | null): Promise<void> {
  return database.transaction(async (transaction) => {
    await insertRows(transaction, contentRows(content, new Date(), author));
    await storeUploads(transaction, content);
    // The demo is nobody's own site.
    await transaction.query(
      "update public.site set skipped_steps = array['name', 'colors', 'imprint', 'post', 'invitation']",
    );
  });
}
