import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { EditorProps } from './editor.tsx';

type Part = ComponentType<EditorProps>;

async function load(): Promise<Part> {
  const module = await import(/* webpackChunkName: "admin-editor" */ './editor.tsx');
  return module.Editor;
}

/** Once it is loaded, later forms begin with it. */
let loaded: Part | null = null;

/** The editor's code, loaded when somebody uses it. */
export function useEditorCode(wanted: boolean) {
  const [Editor, setEditor] = useState<Part | null>(() => loaded);
  const [failed, setFailed] = useState(false);

  const start = useCallback(async () => {
    try {
      const part = await load();
      loaded = part;
      setFailed(false);
      setEditor(() => part);
    } catch (error) {
      console.error('editor:', error);
      setFailed(true);
    }
  }, []);

  // The network.
  useEffect(() => {
    if (wanted && !Editor) void start();
  }, [wanted, Editor, start]);

  return { Editor: wanted ? Editor : null, failed: wanted && failed, retry: start };
}
