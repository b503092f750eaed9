/// What the keys of documents mean, each once: a measure has one name and one meaning, wherever it stands. Where a
/// document's key means something of its own, ``own(_:)`` says so.
enum KeyMeanings {
    static let all: [String: String] = {
        var meanings: [String: String] = [:]
        for line in [lists, files, measures, comparing, jobs, tables, coreAudio].joined(separator: "\n").split(
            separator: "\n")
        {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { meanings[String(parts[0])] = String(parts[1]) }
        }
        return meanings
    }()

    private static let lists = """
        schema the version of all these documents
        files the files
        jobs the jobs
        cases the cases
        scripts the script
        units the units
        presets the presets
        plugins the plug-ins
        checks what was tried
        profiles the profiles
        tolerances the tolerances
        damages the damages
        assertions the assertions
        settings the settings
        stimuli the sounds
        layouts the pairs of layouts
        qualities the qualities
        statuses the exit statuses
        libraries the libraries that are loaded when something wants them
        documents the documents
        error why it failed; null where it did not
        """

    private static let files = """
        path the file's name, as it was given
        track the number of the cue sheet's track, or of the piece; null for a whole file
        container the container: the word of `--format`; of a file that is read its name, as in `kkmix formats`
        encoding the encoding, as `--encoding` names it
        sample_rate hertz
        channels how many channels there are
        layout the channel layout's name: `stereo`, `5.1`
        labels the channels' labels in canonical order
        stored_labels the same in the order of the file, where that is another one
        frames how many frames there are
        frames_source where their number comes from
        frames_claimed what the header says of them, where that is something else
        duration seconds
        decodable whether its sound can be read here
        priming frames of the codec at the start that are cut off
        padding frames of the codec at the end that are cut off
        remainder frames of the codec at the end that are cut off
        valid frames that are sound
        audio_offset the byte in the file where the audio begins
        packets how it is cut into packets
        packet_table what the file says of the frames of its packets
        count how many there are
        bytes how many bytes there are
        largest the bytes of the largest
        cookie the codec's magic cookie
        streams the codecs of the audio streams side by side in an Ogg, MP4 or Matroska file, as `::stream=` counts them
        hex the bytes in base 16; of a long one the first 4,096
        tags the tags by name
        markers the markers
        regions the regions
        chunks the container's chunks, as far as they are listed
        frame the frame
        channel the channel, from 1
        name the name
        type the code of four characters
        loop whether it is played again and again
        forward whether it is played forward
        backward whether it is played backward
        title what kind of chunk it is
        offset the first byte in the file
        fields what is in it; a name may come several times
        value the value
        problem what is wrong with it
        packet the packet's number
        first_frame its first frame, priming counted
        bytes_per_packet bytes of a packet; 0 where packets differ
        frames_per_packet frames of a packet; 0 where packets differ
        total the sums
        warnings what was wrong and could be helped, in words
        notices what may be surprising, in words
        notes what may be surprising, in words
        changed whether it was changed
        pictures the pictures, covers among them
        mime_type the MIME type
        data the file in base64
        instrument how a sampler plays the sound; null where nothing says it
        base_note the note of the sound as it is; 60 is middle C
        detune cents
        low_note the lowest note that plays it
        high_note the highest note that plays it
        low_velocity the lowest velocity that plays it
        high_velocity the highest velocity that plays it
        ixml the text of iXML; null where there is none
        field what belongs to a sound
        places where each format has it
        """

    private static let measures = """
        integrated_lufs integrated loudness (ITU-R BS.1770-4), LUFS; null where nothing is above the gates
        momentary_max_lufs the loudest 400 ms, LUFS
        short_term_max_lufs the loudest 3 s, LUFS
        range_lu loudness range (EBU Tech 3342), LU
        true_peak_dbtp the highest peak between the samples, dBTP
        sample_peak_dbfs the highest sample, dBFS
        sample_peak_frame where it is
        rms_dbfs RMS, dBFS, of which 0 is a square wave at full scale
        noise_floor_dbfs the RMS of the quietest half second, dBFS
        dc_offset the mean of all samples, of which 1 is full scale
        clipped_samples samples at or beyond full scale
        clipped_runs runs of such samples
        leading_silence_frames frames of silence at the start
        trailing_silence_frames frames of silence at the end
        non_finite_samples samples that are NaN or infinite
        first_non_finite where the first of them is
        pcm_sha256 SHA-256 of the samples as little-endian Float32, in base 16
        channel_levels the levels of each channel
        label the channel's label
        profile what the profile of `--profile` says
        limits the limits
        quantity the key that is limited
        unit the unit
        minimum the least; null is no limit
        maximum the most; null is no limit
        passed whether every limit is kept
        source where it comes from
        """

    private static let comparing = """
        verdict how alike the sounds are, from `same-file` to `different`
        reference the sound as it should be
        actual the sound that is judged
        tolerance the tolerance's name
        changed_limits the limits that are not the tolerance's own
        missed the limits that are not kept, in words
        measured what was measured; the keys of anything else are null
        frames_compared frames that were held against each other
        aligned_frames the shift that was undone before anything was measured; positive when the actual is late
        lag_frames the shift that was found; positive when the actual is late
        gain_db how much louder the actual is, dB
        inverted whether every channel is inverted
        inverted_channels the channels that are inverted, from 1
        swapped whether channels are exchanged
        channel_map which channel of the reference each one of the actual is, from 1
        undone_residual_db what is left when shift, gain and inversion are undone, beside the reference, dB
        peak_residual_dbfs the largest sample of the difference, dBFS
        rms_residual_dbfs the RMS of the difference, of the worst channel, dBFS
        relative_residual_db the same beside the reference's channel, dB
        weighted_residual_lufs the loudness of the difference, without gates, LUFS
        delta_lufs how much louder the actual is, integrated, LU
        delta_range_lu how much wider its loudness range is, LU
        delta_true_peak_db how much higher its true peak is, dB
        third_octave_hz the third octave up to 20 kHz that differs most, by its middle
        third_octave_db by how much, dB
        treble_hz the third octave from 5 to 12.5 kHz that differs most, by its middle
        treble_db by how much, dB
        delta_level_db how much the third octaves up to 4 kHz differ together, dB
        dropout_db how far the level falls below the reference's in 10 ms, at most, dB; null where that is not limited
        burst_db the difference beside the reference in 25 ms, at most, dB; null where that is not limited
        first the first place beyond a limit: a sample, or what comes first in a window that misses one
        worst the sample that differs most
        actual_frame the same frame of the actual
        dbfs the difference there, dBFS
        residual the file that the difference was written to
        plot the picture that was drawn
        class the manifest's name, as reports sort by it
        compared what the verdict is about
        reason why it ended so, in words
        next_step what to do next, in words
        place `FILE:LINE`, where it is declared
        file the manifest
        line the line in it
        golden the golden's file
        golden_missing whether that file is not there
        diagnosis what happened to the sound, in words
        baseline what the baseline command made
        picture the picture of the failure
        good the commit where the sound is right
        bad the commit where it is not
        first_bad the commit with which it changed; null where it is one of the candidates
        candidates commits that were skipped, of which one may be it
        subject the first line of the commit's message
        author who made the commit
        difference how its sound differs from the good one, in words
        sounds the sounds of both sides that were kept
        steps the commits that were tried, in their order
        commit the commit's hash
        log what the case's program said, where the case failed
        last_lines the last lines of it
        repeats how alike several runs of a program were; null where it ran once
        runs how often it was made
        runs_differing runs that are not the same samples as the first
        runs_beyond those that are beyond the case's tolerance
        worst_run the run that is furthest from the first, counted from 1
        worst_seconds where it is furthest
        made_by what makes its sound
        command the program's line; null where there is none
        pairs how many pairs of runs were compared
        failed_runs runs that made no sound
        failure what was wrong with the first of them
        same_pairs pairs of the same samples
        length_spread_frames by how much their lengths differ at most
        spreads the furthest that two runs were apart, by limit
        limit the limit's name
        proposed a limit of one's own that leaves a margin
        departure where the render left the golden's trace, in words
        comparison how the samples compare, where the golden is a sound
        fingerprint how the windows compare, where the golden is a fingerprint
        text in words
        damages_tried how many damages `--mutate` tried
        damages_missed those that the case would not notice
        recorded cases whose goldens were written
        skipped cases that were left out
        errors cases that could not be rendered or judged
        failed how many failed
        unreferenced_goldens goldens that no case has
        windows how many windows there are, all channels counted
        windows_beyond how many are beyond the tolerance
        first_seconds where the first of them is
        first_window the first of them, in words
        worst_window the one that differs most, in words
        facts what differs as a whole, in words
        skip why it is left out; null where it is not
        """

    private static let jobs = """
        output the file that is written
        dither the dither: `none`, `tpdf` or `shaped`; null where nothing was rendered
        scale the factor of `--on-clip scale`
        limit_dbtp the ceiling of the limiter
        loudness how the mix was brought to its loudness; null without `--loudness`
        normalization how it was brought to a level; null without `--normalize`
        measure what was measured: `peak` or `rms`
        target_dbfs the level that was asked for, dBFS
        measured_dbfs the level before, dBFS
        level_dbfs the level as it is written, before rounding, dBFS
        album_gain_db the gain that all files of `--album` have; null without it
        stems the stems' files; null without `--stems`
        trace the trace's file; null without `--trace`
        clipping where the mix passed full scale; null where it did not
        written whether a file was written
        unchanged whether a file with the same bytes was there, and was left alone
        target_lufs the loudness that was asked for
        ceiling_dbtp the true peak that was asked for
        measured_integrated_lufs integrated loudness before, LUFS
        measured_true_peak_dbtp true peak before, dBTP
        passes how often the mix was rendered to find that out
        worst_amplitude the largest magnitude, of which 1 is full scale
        worst_frame where it is
        worst_channel in which channel, from 1
        contributions what each track gave to that sample, the loudest first
        amplitude of which 1 is full scale
        from one end: what is read
        to the other end: what is written
        resampler the converter; null where the rate stays
        seed the dither's seed
        matrix `matrix[i][j]` is the factor at which the output's channel i takes the input's channel j
        format the format
        plan the plan's key, 64 digits
        shard `2/5` where it had a share of the jobs
        stopped the signal that ended it before its time
        id the job's id
        key what the output follows from, as a SHA-256; null where an input cannot be read
        result what is reported of the output; null where there is none
        remarks what this run warns of beside the warnings of the result: of the cache, or a record
        seconds how long it took; nothing else differs between two runs
        sha256 SHA-256 of the file's bytes, in base 16
        status what became of it
        kind the kind of failure; `kkmix statuses` has them
        message what went wrong, where, and what to do next, in one line
        engine the version of kkmix that has to run it
        folder the folder of the jobs' paths, from that of the plan
        list the list's name in that folder
        job_count how many jobs there are
        inputs the inputs, as the command line has them
        options the words of the command line
        script the script, for `sh`
        shards how many tasks it has
        reports the folder of reports and logs
        width pixels
        height pixels
        event `progress`, and `done` at the end
        pass the pass over the sound, from 1: a loudness, and a level that just fits, take several
        frames_done frames that are done, of this pass
        jobs_done jobs that are over
        speed how many times as fast as the sound lasts
        seconds_left how much longer it may take, or this pass of several; null where it is not known
        """

    private static let tables = """
        meaning what it is
        example an example
        assertion the assertion's form
        caught_by the tolerances that catch it
        read what can be read
        reader what reads it
        available whether it is there
        library the library that does it; null where kkmix does it alone
        version the version
        need how much wants it: `depends`, `recommends` or `suggests`, as Debian's packages say it
        purpose what cannot be done without it
        debian_packages Debian's and Ubuntu's package, under each of the names that releases have for it
        fedora_package what `dnf install` takes for it; null where it is linked
        encodings what can be stored in it
        extensions the extensions that choose it
        defaults what is written for 16-bit inputs, for wider ones, and for float ones; one where they agree
        layout_names the layouts that it has an order of channels for; none where it holds any channels
        streamable whether it can go to a pipe or a device
        reproducible whether the bytes are the same on every machine
        keys the settings of sounds
        unset what is taken where it is left out
        outputs the labels of the output's channels
        quality the word of `--resampler`
        passband the part of the band, up to half the lower rate, that is kept
        ripple_db how much a level in it may be off, dB
        alias_dbfs the loudest alias of a tone at full scale, dBFS
        noise_dbfs the noise beside such a tone, dBFS
        taps frames of the input that an output frame is made of
        arithmetic what is reckoned in
        band_frequencies the middles of the equaliser's bands, hertz
        curve_frequencies where the curves are given, hertz
        gains_db the gain of each band, dB
        curve_db the curve at each frequency, dB
        number the number in the unit's list of presets
        keyword the word of `--eq`
        lines whether it is JSON Lines, and the schema that of a line
        json_schema the JSON Schema
        """

    private static let coreAudio = """
        max_frames_per_slice the largest slice
        nodes the units, in the order in which they were added
        connections which output goes to which input
        conversions every implicit conversion, trim, gain and latency, in words
        sub_type the code of four characters
        manufacturer the code of four characters
        source_bus the output
        destination the node that takes it
        destination_bus the input
        format_id the code of four characters
        format_flags mFormatFlags
        bytes_per_frame bytes of a frame
        channels_per_frame channels of a frame
        bits_per_channel bits of a sample
        description in words
        maker who made it
        plugin_number the unique number of a LADSPA plug-in
        tried what was tried
        unit_name the word of `--unit`
        certificate whether its sound is `portable`, of `this machine`, `varies`, or it `fails`; null without `--check`
        seen what was seen of it
        plugin_latency frames by which a plug-in says it is late
        lack what a plug-in needs that kkmix does not have
        audio_inputs how many channels go in
        audio_outputs how many channels come out
        input_buses how many inputs there are
        output_buses how many outputs there are
        latency frames that come late, in seconds
        tail_time how long it sounds behind its input, in seconds; null without an end
        parameters the parameters
        properties the properties of its own
        scope the scope
        default_value the value of a new unit
        maximum_per_rate the end of the range as a part of the sample rate; null where it does not follow the rate
        is_writable whether it can be set
        is_read_only whether it cannot be set
        value_names the names of the values, from 0
        """
}
