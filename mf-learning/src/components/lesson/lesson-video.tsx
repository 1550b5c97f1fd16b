import type { Video } from '@ki/shared/format/video.ts';
import { VideoPlayer } from '@ki/shared/ui/video-player.tsx';
import { useEmbeddedEnd } from './use-embedded-end.ts';

interface LessonVideoProps {
  readonly video: Video;
  /** Of the lesson. */
  readonly title: string;
  readonly onEnded: () => void;
}

/** A lesson's video; tells when it was watched to the end, whoever plays it. */
export function LessonVideo({ video, title, onEnded }: LessonVideoProps) {
  const frame = useEmbeddedEnd(video.src, onEnded);
  return <VideoPlayer video={video} title={title} frame={frame} onEnded={onEnded} />;
}
