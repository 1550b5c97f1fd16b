import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Button, ButtonLink } from './button.tsx';
import { DateBadge } from './date-badge.tsx';
import { Dialog } from './dialog.tsx';
import { CardCover } from './media/cover.tsx';
import { Notice } from './notice.tsx';
import { Banner } from './page/banner.tsx';
import { ToastRegion, useToasts } from './toast.tsx';

test('a busy button keeps its place and does nothing', () => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn()];
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Saving...
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  fireEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an error notice is announced and has a retry', () => {
  const onRetry = vi.fn();
  render(
    <Notice tone="error" onRetry={onRetry}>
      Failed to load post
    </Notice>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Failed to load post');
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

describe('a toast', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const message = () => screen.getByRole('status').textContent;
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  function show(...toast: Parameters<ReturnType<typeof useToasts>['show']>): void {
    function Page() {
      const { show: showToast, ...region } = useToasts();
      return (
        <>
          <h1 tabIndex={-1}>Seite</h1>
          <Button onClick={() => showToast(...toast)}>Speichern</Button>
          <ToastRegion {...region} />
        </>
      );
    }
    render(<Page />);
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  }

  test('appears in a polite region and disappears by itself', () => {
    show('Link kopiert.');
    expect(message()).toBe('Link kopiert.');
    wait(10_000);
    expect(message()).toBe('');
  });

  test('with an action has the focus and stays, then shows the result of the action, and the heading has the focus', async () => {
    show('Gelöscht.', { label: 'Rückgängig', run: async () => 'Wieder da.' });
    const undo = screen.getByRole('button', { name: 'Rückgängig' });
    expect(document.activeElement).toBe(undo);
    wait(60_000);
    expect(message()).toContain('Gelöscht.');
    await act(async () => fireEvent.click(undo));
    expect(message()).toBe('Wieder da.');
    expect(document.activeElement).toBe(screen.getByRole('heading'));
    wait(10_000);
    expect(message()).toBe('');
  });
});

test('server HTML has no style attribute, which the content security policy would refuse', () => {
  const html = renderToString(
    <MemoryRouter>
      <Banner title="KI">
        <h1>KI</h1>
      </Banner>
      <CardCover title="KI" />
      <DateBadge iso="2025-11-20T10:00:00Z" day="2025-11-20" />
      <ButtonLink to="/post/ki">Read more</ButtonLink>
      <Dialog open title="KI" onClose={() => undefined}>
        Inhalt
      </Dialog>
    </MemoryRouter>,
  );
  expect(html).not.toContain('style=');
});
